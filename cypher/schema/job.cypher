// A job has a unique uid in its namespace.
CREATE CONSTRAINT memgraph_job IF NOT EXISTS FOR (j:Job) REQUIRE (j.namespace, j.uid) IS UNIQUE
