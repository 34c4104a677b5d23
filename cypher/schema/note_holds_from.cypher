// Notes by the beginning of the period that they describe.
CREATE INDEX memgraph_note_holds_from IF NOT EXISTS FOR (n:Note) ON (n.space, n.holds_from)
