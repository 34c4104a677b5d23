// A state of a core block has a unique uid in its namespace.
CREATE CONSTRAINT memgraph_core_state IF NOT EXISTS FOR (s:CoreState) REQUIRE (s.namespace, s.uid) IS UNIQUE
