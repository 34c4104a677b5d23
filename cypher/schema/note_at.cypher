// Notes in time order.
CREATE INDEX memgraph_note_at IF NOT EXISTS FOR (n:Note) ON (n.space, n.at)
