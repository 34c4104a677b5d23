// Notes that recur.
CREATE INDEX memgraph_note_recurs IF NOT EXISTS FOR (n:Note) ON (n.space, n.recurs)
