// A session has a unique uid in its namespace.
CREATE CONSTRAINT memgraph_session IF NOT EXISTS FOR (s:Session) REQUIRE (s.namespace, s.uid) IS UNIQUE
