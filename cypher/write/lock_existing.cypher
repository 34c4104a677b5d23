// Makes a namespace that exists this transaction's own until it ends: see write/lock.
// takes:   $namespace (whose)
// returns: generation, version, building (the generation that is being derived, or null), unfinished (generations that are
//          not removed yet), salts (of its tombstones), gate (what the gate
//          remembers, or null); no row for a namespace that is not there
MATCH (n:Namespace {uid: $namespace})
SET n.lock = true
RETURN n.generation AS generation, n.version AS version, n.building AS building,
  n.gate AS gate,
  coalesce(n.unfinished, []) AS unfinished, coalesce(n.salts, []) AS salts
