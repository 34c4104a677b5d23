// Makes a namespace that exists this transaction's own until it ends: see write/lock.
// takes:   $namespace (whose)
// returns: generation, version; no row for a namespace that is not there
MATCH (n:Namespace {name: $namespace})
SET n.lock = true
RETURN n.generation AS generation, n.version AS version
