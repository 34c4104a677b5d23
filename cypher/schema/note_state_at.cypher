// Notes of a state in time order, to list them and to find the abstractions.
CREATE INDEX memgraph_note_state_at IF NOT EXISTS FOR (n:Note) ON (n.space, n.state, n.at)
