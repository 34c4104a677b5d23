// Ends a plan of the generation that is being derived: what was decided, how many notes came, how far it is.
// takes:   $namespace (whose), $plan: owner (of the decisions, until they are seen), changes (uid, properties), created
//          (notes), turns (uids), gate (what it remembers from now on; null: as before), calls (uid,
//          properties: for the ledger)
// returns: version (how far in the log it has come)
MATCH (n:Namespace {uid: $namespace})
CALL (n) {
  UNWIND range(0, size($plan.changes) - 1) AS i
  WITH n, i, $plan.changes[i] AS row
  MERGE (c:Change {namespace: $plan.owner, uid: row.uid})
    ON CREATE SET c += row.properties, c.place = coalesce(n.decided, 0) + i + 1
}
CALL () {
  UNWIND $plan.calls AS row
  MERGE (c:Call {namespace: $namespace, uid: row.uid})
    ON CREATE SET c += row.properties
}
CALL () {
  UNWIND $plan.turns AS uid
  MATCH (t:Turn {namespace: $namespace, uid: uid})
  RETURN max(t.logged) AS last
}
SET n.decided = coalesce(n.decided, 0) + size($plan.changes), n.built_notes = n.built_notes + $plan.created, n.built_gate = coalesce($plan.gate, n.built_gate),
  n.reached = CASE WHEN last > n.reached THEN last ELSE n.reached END
RETURN n.reached AS version
