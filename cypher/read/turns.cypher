// Turns by their uids.
// takes:   $namespace (whose), $ask: uids (of turns), vectors (whether they are wanted)
// returns: turn (properties), in any order
MATCH (n:Namespace {uid: $namespace})
UNWIND $ask.uids AS uid
MATCH (t:Turn {namespace: $namespace, uid: uid})
RETURN t {
  .*, embedding: NULL, other_embedding: NULL, other_vector: NULL,
  vector: CASE WHEN NOT $ask.vectors THEN NULL WHEN n.other_vectors THEN t.other_vector ELSE t.vector END
} AS turn
