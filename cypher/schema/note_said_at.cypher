// Notes by the time at which they were said.
CREATE INDEX memgraph_note_said_at IF NOT EXISTS FOR (n:Note) ON (n.space, n.said_at)
