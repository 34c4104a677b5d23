// Locks the namespace until the transaction ends, and creates it if it does not exist. Writing a property locks it; the version is
// read afterwards.
// takes:   $namespace: string
// returns: generation: integer
//          version: integer
//          last_position: integer (of the log)
//          novelty_state: string? (of the novelty filter)
//          salts: list<string> (of the tombstones)
MERGE (n:Namespace {uid: $namespace})
  ON CREATE SET n.generation = 1, n.version = 0, n.turns = 0, n.notes = 0, n.last_position = 0
SET n.lock = true
RETURN n.generation AS generation, n.version AS version, n.last_position AS last_position, n.novelty_state AS novelty_state,
  coalesce(n.salts, []) AS salts
