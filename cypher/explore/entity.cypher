// Around one entity: its relations, its newest notes, and the turns that the notes come from.
// takes:   $namespace (string), $name (string: a name in any case, or its key)
// returns: path (as a picture), values (list of strings such as BORN_ON 1990-05-01; null in rows of relations and notes)
MATCH (n:Namespace {uid: $namespace})
MATCH (name:Name {space: n.uid + '#' + toString(n.generation)})-[named:NAMES]->(e:Entity)
WHERE name.key IS NOT NULL AND (name.key = toLower($name) OR toLower(named.text) = toLower($name))
WITH DISTINCT e,
  ['AGED', 'BORN_ON', 'COSTS', 'DEADLINE_OF', 'DIED', 'EARNS', 'EXPIRES_ON', 'FORBIDS',
   'HAPPENS_ON', 'HAS_ADDRESS', 'HAS_DOSE', 'HAS_EMAIL', 'HAS_GENDER', 'HAS_NUMBER', 'HAS_PHONE', 'HAS_SCORE', 'HAS_SURNAME',
   'PAID_ON', 'PAYS'] AS literal
CALL (e, literal) {
  MATCH path = (e)
  RETURN path, [(e)-[r]->(value) WHERE type(r) IN literal AND r.holds_until IS NULL | type(r) + ' ' + value.name] AS values
 UNION
  MATCH path = (e)-[r]-(other:Entity) WHERE r.fact IS NOT NULL AND NOT type(r) IN literal
  RETURN path, NULL AS values
  ORDER BY r.holds_until IS NOT NULL, r.holds_from DESC, other.name LIMIT 40
 UNION
  MATCH path = (e)<-[:ABOUT]-(note:Note)-[:FROM]->(:Turn) WHERE note.kind <> 'vault' AND note.state <> 'question'
  RETURN path, NULL AS values ORDER BY note.at DESC, note.uid LIMIT 8
}
RETURN path, values
LIMIT 120
