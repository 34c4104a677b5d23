// Notes by when what they speak of began.
CREATE INDEX memgraph_note_holds_from IF NOT EXISTS FOR (n:Note) ON (n.space, n.holds_from)
