// A turn is known by its uid within its namespace.
CREATE CONSTRAINT memgraph_turn IF NOT EXISTS FOR (t:Turn) REQUIRE (t.namespace, t.uid) IS UNIQUE
