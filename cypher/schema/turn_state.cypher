// Turns by state: those that await extraction are listed.
CREATE INDEX memgraph_turn_state IF NOT EXISTS FOR (t:Turn) ON (t.namespace, t.state)
