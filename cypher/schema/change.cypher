// A change is known by its uid within its namespace.
CREATE CONSTRAINT memgraph_change IF NOT EXISTS FOR (c:Change) REQUIRE (c.namespace, c.uid) IS UNIQUE
