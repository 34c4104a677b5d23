// Notes in the order of time.
CREATE INDEX memgraph_note_at IF NOT EXISTS FOR (n:Note) ON (n.space, n.at)
