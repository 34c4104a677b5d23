// Ends a plan: what was decided, how many notes came, and the next version.
// takes:   $namespace (whose), $plan: changes (uid, properties), created (notes), gate (what it remembers
//          from now on; null: as before), calls (uid, properties: for the ledger), model and dimension (of
//          its vectors: the first ones settle it)
// returns: version
CALL () {
  UNWIND $plan.changes AS row
  MERGE (c:Change {namespace: $namespace, uid: row.uid})
    ON CREATE SET c += row.properties
}
CALL () {
  UNWIND $plan.calls AS row
  MERGE (c:Call {namespace: $namespace, uid: row.uid})
    ON CREATE SET c += row.properties
}
MATCH (n:Namespace {name: $namespace})
SET n.version = n.version + 1, n.notes = n.notes + $plan.created, n.gate = coalesce($plan.gate, n.gate),
  n.model = coalesce(n.model, $plan.model), n.dimension = coalesce(n.dimension, $plan.dimension)
RETURN n.version AS version
