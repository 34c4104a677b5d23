// A fact has a unique uid in its space.
CREATE CONSTRAINT memgraph_fact IF NOT EXISTS FOR (f:Fact) REQUIRE (f.space, f.uid) IS UNIQUE
