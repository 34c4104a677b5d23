// Ends a plan for the generation that is being derived: adds its decisions and model calls, and records its progress.
// takes:   $namespace: string
//          $plan.owner: string (of the decisions until they become visible)
//          $plan.changes: list<map{uid, properties}>
//          $plan.calls: list<map{uid, properties}>
//          $plan.turns: list<string> (uids)
//          $plan.created: integer (notes)
//          $plan.novelty_state: string? (null: unchanged)
// returns: version: integer (the log position that the generation has reached)
MATCH (n:Namespace {uid: $namespace})
// include fragments/added_changes
CALL () {
  // include fragments/added_calls
}
CALL () {
  UNWIND $plan.turns AS uid
  MATCH (t:Turn {namespace: $namespace, uid: uid})
  RETURN max(t.log_position) AS last
}
SET n.changes = coalesce(n.changes, 0) + size($plan.changes), n.built_notes = n.built_notes + $plan.created,
  n.built_novelty_state = coalesce($plan.novelty_state, n.built_novelty_state),
  n.reached = CASE WHEN last > n.reached THEN last ELSE n.reached END
RETURN n.reached AS version
