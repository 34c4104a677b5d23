// Turns by their uids.
// takes:   $namespace (whose), $ask: uids (of turns), vectors (whether they are wanted)
// returns: turn (properties), in any order
UNWIND $ask.uids AS uid
MATCH (t:Turn {namespace: $namespace, uid: uid})
RETURN t {.*, embedding: NULL, vector: CASE WHEN $ask.vectors THEN t.vector END} AS turn
