// A namespace is known by its uid. It is no `name`, for programs that share the database delete by that.
CREATE CONSTRAINT memgraph_namespace IF NOT EXISTS FOR (n:Namespace) REQUIRE n.uid IS UNIQUE
