// Turns in time order.
CREATE INDEX memgraph_turn_at IF NOT EXISTS FOR (t:Turn) ON (t.namespace, t.at)
