// Locks a namespace that exists until the transaction ends: see write/lock. Returns no row for one that does not exist.
// takes:   $namespace: string
// returns: generation: integer
//          version: integer
//          building: integer? (the generation that is being built)
//          novelty_state: string?
//          to_remove: list<integer> (generations that are not removed yet)
//          salts: list<string> (of the tombstones)
MATCH (n:Namespace {uid: $namespace})
SET n.lock = true
RETURN n.generation AS generation, n.version AS version, n.building AS building,
  n.novelty_state AS novelty_state,
  coalesce(n.to_remove, []) AS to_remove, coalesce(n.salts, []) AS salts
