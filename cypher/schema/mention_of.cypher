// Mentions of an entity in time order.
CREATE INDEX memgraph_mention_of IF NOT EXISTS FOR ()-[m:MENTIONS]-() ON (m.entity, m.at)
