// Merges of entities by the turn that stated them.
CREATE INDEX memgraph_same_as_turn IF NOT EXISTS FOR ()-[s:SAME_AS]-() ON (s.space, s.turn)
