// The notes about an entity in time order, so that the newest ones are read without the others.
CREATE INDEX memgraph_about_at IF NOT EXISTS FOR ()-[a:ABOUT]-() ON (a.entity, a.at)
