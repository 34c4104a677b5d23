// Turns that no extractor has finished.
CREATE INDEX memgraph_turn_state IF NOT EXISTS FOR (t:Turn) ON (t.namespace, t.state)
