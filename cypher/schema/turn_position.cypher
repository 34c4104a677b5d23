// Turns of a session in their order.
CREATE INDEX memgraph_turn_position IF NOT EXISTS FOR (t:Turn) ON (t.namespace, t.session, t.position)
