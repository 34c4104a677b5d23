// Records the schema version of a database that has none.
// takes:   $schema: integer
// returns: schema: integer (the one that the database has now)
MERGE (s:Stamp {uid: 'memgraph-core'})
  ON CREATE SET s.schema = $schema
RETURN s.schema AS schema
