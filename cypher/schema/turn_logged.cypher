// Turns in the order in which they were logged.
CREATE INDEX memgraph_turn_logged IF NOT EXISTS FOR (t:Turn) ON (t.namespace, t.logged)
