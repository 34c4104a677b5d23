// One node for the database with its schema version.
CREATE CONSTRAINT memgraph_stamp IF NOT EXISTS FOR (s:Stamp) REQUIRE s.uid IS UNIQUE
