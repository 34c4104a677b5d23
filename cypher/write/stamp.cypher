// Stamps the database, where it is not stamped yet.
// takes:   $schema (version), $model and $dimension (of the vectors, or null)
// returns: schema, model, dimension as they now stand
MERGE (s:Stamp {uid: 'memgraph-core'})
SET s.lock = true
WITH s
SET s.schema = coalesce(s.schema, $schema), s.dimension = coalesce(s.dimension, $dimension), s.model = coalesce(s.model, $model)
RETURN s.schema AS schema, s.model AS model, s.dimension AS dimension
