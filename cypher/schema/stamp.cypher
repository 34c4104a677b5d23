// One stamp for the whole database: schema version, and the model that made its vectors.
CREATE CONSTRAINT memgraph_stamp IF NOT EXISTS FOR (s:Stamp) REQUIRE s.uid IS UNIQUE
