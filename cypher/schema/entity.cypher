// An entity is known by its uid within its space.
CREATE CONSTRAINT memgraph_entity IF NOT EXISTS FOR (e:Entity) REQUIRE (e.space, e.uid) IS UNIQUE
