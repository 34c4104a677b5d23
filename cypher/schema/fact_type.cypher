// Facts by relation type.
CREATE INDEX memgraph_fact_type IF NOT EXISTS FOR (f:Fact) ON (f.space, f.type)
