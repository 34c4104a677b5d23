// What made this database: its schema version. `legacy` where one model is stamped for all namespaces, as it once was.
// returns: schema, legacy; no row for an empty database
MATCH (s:Stamp {uid: 'memgraph-core'})
RETURN s.schema AS schema, s.model IS NOT NULL AS legacy
