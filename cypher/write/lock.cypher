// Makes the namespace this transaction's own until it ends, and brings it into being if need be. A property
// is written because that takes the lock; only afterwards is the version read.
// takes:   $namespace (whose)
// returns: generation, version, logged (the last place given in the log; null before turns had places), gate (what the
//          gate remembers, or null), salts (of its tombstones)
MERGE (n:Namespace {uid: $namespace})
  ON CREATE SET n.generation = 1, n.version = 0, n.turns = 0, n.notes = 0, n.logged = 0
SET n.lock = true
RETURN n.generation AS generation, n.version AS version, n.logged AS logged, n.gate AS gate,
  coalesce(n.salts, []) AS salts
