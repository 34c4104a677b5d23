// A fact is known by its uid within its space.
CREATE CONSTRAINT memgraph_fact IF NOT EXISTS FOR (f:Fact) REQUIRE (f.space, f.uid) IS UNIQUE
