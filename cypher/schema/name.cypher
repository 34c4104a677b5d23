// A name is one node per key and space, whatever the number of entities with that name.
CREATE CONSTRAINT memgraph_name IF NOT EXISTS FOR (m:Name) REQUIRE (m.space, m.key) IS UNIQUE
