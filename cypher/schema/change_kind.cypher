// Decisions by kind: every write reads those of people.
CREATE INDEX memgraph_change_kind IF NOT EXISTS FOR (c:Change) ON (c.namespace, c.kind)
