// Turns by state, to list those that are not extracted yet.
CREATE INDEX memgraph_turn_state IF NOT EXISTS FOR (t:Turn) ON (t.namespace, t.state)
