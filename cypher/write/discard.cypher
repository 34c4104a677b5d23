// Gives up the generation that is being derived, which is to be removed.
// takes:   $namespace (whose; it is locked), $plan: owner (of the decisions that nobody has seen)
MATCH (n:Namespace {uid: $namespace}) WHERE n.building IS NOT NULL
CALL () {
  MATCH (t:Turn {namespace: $namespace}) WHERE t.uid IS NOT NULL
  WITH t WHERE t.built IS NOT NULL
  REMOVE t.built, t.built_saw
}
CALL () {
  MATCH (c:Change {namespace: $plan.owner}) WHERE c.uid IS NOT NULL
  DETACH DELETE c
}
WITH n, n.building AS given_up
SET n.unfinished = coalesce(n.unfinished, []) + given_up
REMOVE n.building, n.reached, n.built_notes, n.built_gate, n.built_by, n.built_model, n.built_dimension, n.built_anew
