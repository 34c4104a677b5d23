// A tombstone has a unique mark in its namespace.
CREATE CONSTRAINT memgraph_tombstone IF NOT EXISTS FOR (t:Tombstone) REQUIRE (t.namespace, t.mark) IS UNIQUE
