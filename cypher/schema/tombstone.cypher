// A tombstone is known by its mark within its namespace.
CREATE CONSTRAINT memgraph_tombstone IF NOT EXISTS FOR (t:Tombstone) REQUIRE (t.namespace, t.mark) IS UNIQUE
