// Connection of two entities: the shortest paths over relations, notes, turns and other entities.
// takes:   $namespace (string), $name (string: a name in any case, or its key), $other (string: the other entity's name)
// returns: path (as a picture); shortest first
MATCH (n:Namespace {uid: $namespace})
WITH n.uid + '#' + toString(n.generation) AS space
CALL (space) {
  MATCH (name:Name {space: space})-[named:NAMES]->(a:Entity)
  WHERE name.key IS NOT NULL AND (name.key = toLower($name) OR toLower(named.text) = toLower($name))
  RETURN DISTINCT a
}
CALL (space) {
  MATCH (name:Name {space: space})-[named:NAMES]->(b:Entity)
  WHERE name.key IS NOT NULL AND (name.key = toLower($other) OR toLower(named.text) = toLower($other))
  RETURN DISTINCT b
}
WITH space, a, b WHERE a <> b
MATCH path = SHORTEST 10 (a)(()-[r]-(node:Entity|Note|Turn
  WHERE (r.fact IS NOT NULL OR type(r) IN ['ABOUT', 'MENTIONS', 'SPOKEN_BY'])
    AND (node.space = space OR node.space IS NULL) AND node <> a
    AND coalesce(node.kind, '') <> 'vault' AND NOT EXISTS { (node)<-[:FROM]-(:Note {kind: 'vault'}) }
    AND NOT EXISTS {
      (node)<-[:OBJECT]-(f:Fact)
      WHERE f.type IN ['AGED', 'BORN_ON', 'COSTS', 'DEADLINE_OF', 'DIED', 'EARNS', 'EXPIRES_ON', 'FORBIDS',
   'HAPPENS_ON', 'HAS_ADDRESS', 'HAS_DOSE', 'HAS_EMAIL', 'HAS_GENDER', 'HAS_NUMBER', 'HAS_PHONE', 'HAS_SCORE', 'HAS_SURNAME',
   'PAID_ON', 'PAYS']
    }
)){1,6}(b)
RETURN path
ORDER BY length(path), [node IN nodes(path) | node.uid]
LIMIT 10
