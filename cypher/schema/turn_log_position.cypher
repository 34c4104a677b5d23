// Turns in the order of the log.
CREATE INDEX memgraph_turn_log_position IF NOT EXISTS FOR (t:Turn) ON (t.namespace, t.log_position)
