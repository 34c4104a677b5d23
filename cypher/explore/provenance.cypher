// Where an answer comes from: the notes it rests on, the turns they were drawn from, and the facts they state.
// takes:   $namespace (whose), $uid (of a note, or of a turn such as the answer itself)
// returns: source, stated (paths, as a picture)
MATCH (n:Namespace {uid: $namespace})
WITH n.uid + '#' + toString(n.generation) AS space
CALL (space) {
  MATCH (note:Note {space: space, uid: $uid})
  RETURN note
 UNION
  MATCH (:Turn {namespace: $namespace, uid: $uid})<-[:FROM]-(note:Note {space: space})
  RETURN note
}
WITH note WHERE note.kind <> 'vault'
MATCH source = (note)-[:SUPPORTED_BY|ABSTRACTS]->{0,3}(basis:Note)-[:FROM]->(:Turn) WHERE basis.kind <> 'vault'
OPTIONAL MATCH stated = (basis)<-[:FROM]-(:Fact)-[:SUBJECT|OBJECT]->(:Entity)
RETURN source, stated
ORDER BY length(source), basis.uid
LIMIT 100
