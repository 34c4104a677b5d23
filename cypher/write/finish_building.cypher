// Ends a plan for the generation that is being derived: records its progress.
// takes:   $namespace: string
//          $plan.turns: list<string> (uids)
//          $plan.created: integer (notes)
//          $plan.novelty_state: string? (null: unchanged)
// returns: version: integer (the log position that the generation has reached)
MATCH (n:Namespace {uid: $namespace})
CALL () {
  UNWIND $plan.turns AS uid
  MATCH (t:Turn {namespace: $namespace, uid: uid})
  RETURN max(t.log_position) AS last
}
SET n.built_notes = n.built_notes + $plan.created,
  n.built_novelty_state = coalesce($plan.novelty_state, n.built_novelty_state),
  n.reached = CASE WHEN last > n.reached THEN last ELSE n.reached END
RETURN n.reached AS version
