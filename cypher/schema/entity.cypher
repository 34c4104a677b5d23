// An entity has a unique uid in its space.
CREATE CONSTRAINT memgraph_entity IF NOT EXISTS FOR (e:Entity) REQUIRE (e.space, e.uid) IS UNIQUE
