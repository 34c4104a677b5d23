// A namespace is known by its name.
CREATE CONSTRAINT memgraph_namespace IF NOT EXISTS FOR (n:Namespace) REQUIRE n.name IS UNIQUE
