// A namespace has a unique uid. It has no property `name`, because other programs that share the database delete nodes by name.
CREATE CONSTRAINT memgraph_namespace IF NOT EXISTS FOR (n:Namespace) REQUIRE n.uid IS UNIQUE
