// A model call has a unique uid in its namespace.
CREATE CONSTRAINT memgraph_call IF NOT EXISTS FOR (c:Call) REQUIRE (c.namespace, c.uid) IS UNIQUE
