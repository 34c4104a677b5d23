// A name is one node per key and space, however many entities bear it.
CREATE CONSTRAINT memgraph_name IF NOT EXISTS FOR (m:Name) REQUIRE (m.space, m.key) IS UNIQUE
