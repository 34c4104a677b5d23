// Notes by state, to find the abstractions.
CREATE INDEX memgraph_note_state IF NOT EXISTS FOR (n:Note) ON (n.space, n.state)
