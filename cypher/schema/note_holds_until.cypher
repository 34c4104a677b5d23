// Notes by when what they speak of ended.
CREATE INDEX memgraph_note_holds_until IF NOT EXISTS FOR (n:Note) ON (n.space, n.holds_until)
