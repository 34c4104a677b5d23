// What is about an entity, in the order of time: the newest of it are found without reading the rest.
CREATE INDEX memgraph_about_at IF NOT EXISTS FOR ()-[a:ABOUT]-() ON (a.entity, a.at)
