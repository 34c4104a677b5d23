// Notes by uid.
// takes:   $namespace: string
//          $ask.uids: list<string>
//          $ask.vectors: boolean (whether vectors are returned)
// returns: note: map (properties, turns); in any order
MATCH (namespace:Namespace {uid: $namespace})
WITH namespace.uid + '#' + toString(namespace.generation) AS space
UNWIND $ask.uids AS uid
MATCH (n:Note {space: space, uid: uid})
RETURN n {
  .*, embedding: NULL, vector: CASE WHEN $ask.vectors THEN n.vector END,
  turns: COLLECT { MATCH (n)-[from:FROM]->(turn:Turn) RETURN turn.uid ORDER BY from.position, turn.uid }
} AS note
