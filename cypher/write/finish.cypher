// Ends a plan: adds its job requests, and increments the version.
// takes:   $namespace: string
//          $plan.jobs: list<map{uid, count, session_ended, properties}> (properties of a new job; count is added to its count)
//          $plan.created: integer (notes)
//          $plan.novelty_state: string? (null: unchanged)
//          $plan.model: string? (the embedding model; the first one stays)
//          $plan.dimension: integer?
// returns: version: integer
MATCH (n:Namespace {uid: $namespace})
CALL () {
  UNWIND $plan.jobs AS row
  MERGE (j:Job {namespace: $namespace, uid: row.uid})
    ON CREATE SET j += row.properties
  SET j.count = j.count + row.count, j.session_ended = j.session_ended OR row.session_ended
}
SET n.version = n.version + 1, n.notes = n.notes + $plan.created, n.novelty_state = coalesce($plan.novelty_state, n.novelty_state),
  n.model = coalesce(n.model, $plan.model), n.dimension = coalesce(n.dimension, $plan.dimension)
RETURN n.version AS version
