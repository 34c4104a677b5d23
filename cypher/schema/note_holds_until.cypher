// Notes by the end of the period that they describe.
CREATE INDEX memgraph_note_holds_until IF NOT EXISTS FOR (n:Note) ON (n.space, n.holds_until)
