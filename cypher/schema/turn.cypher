// A turn has a unique uid in its namespace.
CREATE CONSTRAINT memgraph_turn IF NOT EXISTS FOR (t:Turn) REQUIRE (t.namespace, t.uid) IS UNIQUE
