// Locks a namespace that exists until the transaction ends: see write/lock. Returns no row for one that does not exist.
// takes:   $namespace: string
// returns: state: map (all properties of the namespace)
MATCH (n:Namespace {uid: $namespace})
SET n.lock = true
RETURN properties(n) AS state
