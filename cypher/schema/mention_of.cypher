// What mentions an entity, in the order of time.
CREATE INDEX memgraph_mention_of IF NOT EXISTS FOR ()-[m:MENTIONS]-() ON (m.entity, m.at)
