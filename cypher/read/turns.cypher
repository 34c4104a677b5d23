// Turns by their uids.
// takes:   $namespace (whose), $ask: uids (of turns)
// returns: turn (properties), in any order
UNWIND $ask.uids AS uid
MATCH (t:Turn {namespace: $namespace, uid: uid})
RETURN properties(t) AS turn
