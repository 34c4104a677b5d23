// Merges by the turn that told them.
CREATE INDEX memgraph_same_as_turn IF NOT EXISTS FOR ()-[s:SAME_AS]-() ON (s.space, s.turn)
