// Discards the generation that is being derived; its records are removed later.
// takes:   $namespace: string
//          $plan.owner: string (of its decisions)
MATCH (n:Namespace {uid: $namespace}) WHERE n.building IS NOT NULL
CALL () {
  MATCH (t:Turn {namespace: $namespace}) WHERE t.uid IS NOT NULL
  WITH t WHERE t.built_state IS NOT NULL
  REMOVE t.built_state, t.built_context_span
}
CALL () {
  MATCH (c:Change {namespace: $plan.owner}) WHERE c.uid IS NOT NULL
  DETACH DELETE c
}
WITH n, n.building AS discarded
SET n.to_remove = coalesce(n.to_remove, []) + discarded
REMOVE n.building, n.reached, n.built_notes, n.built_novelty_state, n.built_by, n.built_model, n.built_dimension, n.built_other_model
