// A call is known by its uid within its namespace.
CREATE CONSTRAINT memgraph_call IF NOT EXISTS FOR (c:Call) REQUIRE (c.namespace, c.uid) IS UNIQUE
