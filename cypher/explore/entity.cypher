// Around one entity: its facts, its newest notes, and the turns these come from.
// takes:   $namespace (whose), $name (as people write it)
// returns: path, as a picture
MATCH (n:Namespace {uid: $namespace})
MATCH (name:Name {space: n.uid + '#' + toString(n.generation), key: toLower($name)})-[:NAMES]->(e:Entity)
CALL (name, e) {
  MATCH path = (name)-[:NAMES]->(e)
  RETURN path
 UNION
  MATCH path = (e)<-[:SUBJECT|OBJECT]-(f:Fact)-[:SUBJECT|OBJECT]->(:Entity)
  RETURN path ORDER BY f.recorded_at DESC LIMIT 40
 UNION
  MATCH path = (e)<-[:ABOUT]-(note:Note)-[:FROM]->(:Turn) WHERE note.kind <> 'vault'
  RETURN path ORDER BY note.at DESC LIMIT 12
}
RETURN path
LIMIT 120
