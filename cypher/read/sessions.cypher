// The sessions of a namespace.
// takes:   $namespace: string
// returns: uid: string; by the time of the last turn, newest first
MATCH (s:Session {namespace: $namespace}) WHERE s.uid IS NOT NULL
RETURN s.uid AS uid ORDER BY s.last_at DESC, uid
