// A decision has a unique uid in its namespace.
CREATE CONSTRAINT memgraph_change IF NOT EXISTS FOR (c:Change) REQUIRE (c.namespace, c.uid) IS UNIQUE
