// Where something comes from: Fact nodes with the notes that state them, and the turns that the notes come from.
// takes:   $namespace (string), $uid (string: of a fact, which is the property fact of its arrow; or of a note or a turn)
// returns: source, stated (paths, as a picture)
MATCH (n:Namespace {uid: $namespace})
WITH n.uid + '#' + toString(n.generation) AS space
CALL (space) {
  MATCH (fact:Fact {space: space, uid: $uid})-[:FROM]->(note:Note)
  RETURN note, fact
 UNION
  MATCH (note:Note {space: space, uid: $uid})
  RETURN note, NULL AS fact
 UNION
  MATCH (:Turn {namespace: $namespace, uid: $uid})<-[:FROM]-(note:Note {space: space})
  RETURN note, NULL AS fact
}
WITH note, fact WHERE note.kind <> 'vault'
MATCH source = (note)-[:SUPPORTED_BY|ABSTRACTS]->{0,3}(basis:Note)-[:FROM]->(:Turn) WHERE basis.kind <> 'vault'
OPTIONAL MATCH stated = (basis)<-[:FROM]-(f:Fact)-[:SUBJECT|OBJECT]->(:Entity) WHERE fact IS NULL OR f = fact
RETURN source, stated
ORDER BY length(source), basis.uid, f.uid
LIMIT 100
