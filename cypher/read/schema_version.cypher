// The schema version of the database. No row for an empty database.
// returns: schema: integer
MATCH (s:Stamp {uid: 'memgraph-core'})
RETURN s.schema AS schema
