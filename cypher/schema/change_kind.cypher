// What people decided for good is asked for at each write.
CREATE INDEX memgraph_change_kind IF NOT EXISTS FOR (c:Change) ON (c.namespace, c.kind)
