// Adds decisions to the log of changes. Namespace `n` already has `n.changes` of them.
// takes:   $plan.owner: string (the namespace, or the owner of decisions that are not visible yet)
//          $plan.changes: list<map{uid, properties}>
CALL (n) {
  UNWIND range(0, size($plan.changes) - 1) AS i
  WITH n, i, $plan.changes[i] AS row
  MERGE (c:Change {namespace: $plan.owner, uid: row.uid})
    ON CREATE SET c += row.properties, c.position = coalesce(n.changes, 0) + i + 1
}
