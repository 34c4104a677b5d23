// The notes that come from turns.
// takes:   $namespace (whose), $ask: turns (uids)
// returns: note (properties without the vector, turns), by uid
MATCH (namespace:Namespace {uid: $namespace})
WITH namespace.uid + '#' + toString(namespace.generation) AS space
UNWIND $ask.turns AS uid
MATCH (:Turn {namespace: $namespace, uid: uid})<-[:FROM]-(n:Note) WHERE n.space = space
WITH DISTINCT n ORDER BY n.uid
RETURN n {
  .*, embedding: NULL, vector: NULL,
  turns: COLLECT { MATCH (n)-[from:FROM]->(turn:Turn) RETURN turn.uid ORDER BY from.place, turn.uid }
} AS note
