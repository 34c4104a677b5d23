// Adds tombstones of turns that a plan forgets. The namespace must be locked.
// takes:   $namespace: string
//          $plan.tombstones: list<map{mark, salt, at}>
//          $plan.salts: list<string> (of the tombstones)
MATCH (n:Namespace {uid: $namespace})
SET n.salts = coalesce(n.salts, []) + [salt IN $plan.salts WHERE NOT salt IN coalesce(n.salts, [])]
WITH n
UNWIND $plan.tombstones AS row
MERGE (tombstone:Tombstone {namespace: $namespace, mark: row.mark})
  ON CREATE SET tombstone.salt = row.salt, tombstone.at = row.at
