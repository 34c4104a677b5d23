// The notes about an entity in time order, so that the newest are found without reading the others.
CREATE INDEX memgraph_about_at IF NOT EXISTS FOR ()-[a:ABOUT]-() ON (a.entity, a.at)
