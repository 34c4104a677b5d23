// Ends a plan: what was decided, how many notes came, and the next version.
// takes:   $namespace (whose), $plan: changes (uid, properties), created (notes), gate (what it remembers
//          from now on; null: as before), calls (uid, properties: for the ledger), model and dimension (of
//          its vectors: the first ones settle it), tombstones (mark, salt, at), salts
//          (of these)
// returns: version
MATCH (n:Namespace {uid: $namespace})
CALL (n) {
  UNWIND range(0, size($plan.changes) - 1) AS i
  WITH n, i, $plan.changes[i] AS row
  MERGE (c:Change {namespace: $namespace, uid: row.uid})
    ON CREATE SET c += row.properties, c.place = coalesce(n.decided, 0) + i + 1
}
CALL () {
  UNWIND $plan.calls AS row
  MERGE (c:Call {namespace: $namespace, uid: row.uid})
    ON CREATE SET c += row.properties
}
CALL () {
  UNWIND $plan.tombstones AS row
  MERGE (left:Tombstone {namespace: $namespace, mark: row.mark})
    ON CREATE SET left.salt = row.salt, left.at = row.at
}
SET n.salts = coalesce(n.salts, []) + [salt IN $plan.salts WHERE NOT salt IN coalesce(n.salts, [])]
SET n.version = n.version + 1, n.decided = coalesce(n.decided, 0) + size($plan.changes), n.notes = n.notes + $plan.created, n.gate = coalesce($plan.gate, n.gate),
  n.model = coalesce(n.model, $plan.model), n.dimension = coalesce(n.dimension, $plan.dimension)
RETURN n.version AS version
