// A note has a unique uid in its space.
CREATE CONSTRAINT memgraph_note IF NOT EXISTS FOR (n:Note) REQUIRE (n.space, n.uid) IS UNIQUE
