// What made this database: its schema version and the model of its vectors.
// returns: schema, model, dimension; no row for an empty database
MATCH (s:Stamp {uid: 'memgraph-core'})
RETURN s.schema AS schema, s.model AS model, s.dimension AS dimension
