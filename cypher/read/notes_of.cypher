// The notes that come from turns, without derived ones such as abstractions.
// takes:   $namespace: string
//          $ask.turns: list<string> (uids)
// returns: note: map (properties without vectors, turns); by uid
MATCH (namespace:Namespace {uid: $namespace})
WITH namespace.uid + '#' + toString(namespace.generation) AS space
UNWIND $ask.turns AS uid
MATCH (:Turn {namespace: $namespace, uid: uid})<-[:FROM]-(n:Note) WHERE n.space = space AND n.extractor <> 'consolidation'
WITH DISTINCT n ORDER BY n.uid
RETURN
  // include fragments/note_map
  AS note
