// Mentions of a space in time order.
CREATE INDEX memgraph_mention_at IF NOT EXISTS FOR ()-[m:MENTIONS]-() ON (m.space, m.at)
