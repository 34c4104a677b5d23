// Stamps the database, where it is not stamped yet. The model that it once had for all is now one of each namespace.
// takes:   $schema (version)
// returns: schema and legacy as they now stand: see read/stamp
MERGE (s:Stamp {uid: 'memgraph-core'})
SET s.lock = true
WITH s
CALL (s) {
  MATCH (n:Namespace) WHERE n.uid IS NOT NULL
  WITH s, n WHERE s.model IS NOT NULL AND n.model IS NULL
  SET n.model = s.model, n.dimension = s.dimension, n.built_model = CASE WHEN n.building IS NOT NULL THEN s.model END,
    n.built_dimension = CASE WHEN n.building IS NOT NULL THEN s.dimension END
}
SET s.schema = coalesce(s.schema, $schema)
REMOVE s.model, s.dimension
RETURN s.schema AS schema, false AS legacy
