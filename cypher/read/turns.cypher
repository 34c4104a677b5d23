// Turns by uid.
// takes:   $namespace: string
//          $ask.uids: list<string>
//          $ask.vectors: boolean (whether vectors are returned)
// returns: turn: map (properties); in any order
MATCH (n:Namespace {uid: $namespace})
UNWIND $ask.uids AS uid
MATCH (t:Turn {namespace: $namespace, uid: uid})
RETURN t {
  .*, embedding: NULL, other_embedding: NULL, other_vector: NULL,
  vector: CASE WHEN NOT $ask.vectors THEN NULL WHEN n.other_vectors THEN t.other_vector ELSE t.vector END
} AS turn
