// Ends a plan: adds its decisions, model calls, job requests and tombstones, and increments the version.
// takes:   $namespace: string
//          $plan.owner: string (the namespace)
//          $plan.changes: list<map{uid, properties}>
//          $plan.calls: list<map{uid, properties}>
//          $plan.jobs: list<map{uid, count, session_ended, properties}> (properties of a new job; count is added to its count)
//          $plan.tombstones: list<map{mark, salt, at}>
//          $plan.salts: list<string> (of the tombstones)
//          $plan.created: integer (notes)
//          $plan.novelty_state: string? (null: unchanged)
//          $plan.model: string? (the embedding model; the first one stays)
//          $plan.dimension: integer?
// returns: version: integer
MATCH (n:Namespace {uid: $namespace})
// include fragments/added_changes
CALL () {
  // include fragments/added_calls
}
CALL () {
  UNWIND $plan.jobs AS row
  MERGE (j:Job {namespace: $namespace, uid: row.uid})
    ON CREATE SET j += row.properties
  SET j.count = j.count + row.count, j.session_ended = j.session_ended OR row.session_ended
}
CALL () {
  UNWIND $plan.tombstones AS row
  MERGE (tombstone:Tombstone {namespace: $namespace, mark: row.mark})
    ON CREATE SET tombstone.salt = row.salt, tombstone.at = row.at
}
SET n.salts = coalesce(n.salts, []) + [salt IN $plan.salts WHERE NOT salt IN coalesce(n.salts, [])]
SET n.version = n.version + 1, n.changes = coalesce(n.changes, 0) + size($plan.changes),
  n.notes = n.notes + $plan.created, n.novelty_state = coalesce($plan.novelty_state, n.novelty_state),
  n.model = coalesce(n.model, $plan.model), n.dimension = coalesce(n.dimension, $plan.dimension)
RETURN n.version AS version
