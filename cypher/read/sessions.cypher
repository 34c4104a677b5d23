// The sessions of a namespace.
// takes:   $namespace (whose)
// returns: uid; the session that was last spoken in first
MATCH (s:Session {namespace: $namespace}) WHERE s.uid IS NOT NULL
RETURN s.uid AS uid ORDER BY s.last_at DESC, uid
