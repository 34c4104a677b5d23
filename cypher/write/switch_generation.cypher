// Makes the generation that is being derived the current one. Decisions of the engine are deleted with the old generation; decisions
// of people stay. Returns no row, and changes nothing, if turns of the log are missing in the generation.
// takes:   $namespace: string
//          $plan.building_owner: string (of its decisions)
//          $plan.owner: string (the namespace)
//          $plan.changes: list<map{uid, properties}>
// returns: version: integer
MATCH (n:Namespace {uid: $namespace})
WHERE NOT EXISTS { MATCH (t:Turn {namespace: $namespace}) WHERE t.log_position > n.reached }
CALL () {
  MATCH (t:Turn {namespace: $namespace}) WHERE t.uid IS NOT NULL
  WITH t WHERE t.built_state IS NOT NULL
  SET t.state = t.built_state, t.context_span = t.built_context_span
  REMOVE t.built_state, t.built_context_span, t.leased_by, t.leased_until
}
CALL () {
  MATCH (c:Change {namespace: $namespace}) WHERE c.uid IS NOT NULL
  WITH c WHERE c.by = 'engine'
  DETACH DELETE c
}
CALL () {
  MATCH (c:Change {namespace: $plan.building_owner}) WHERE c.uid IS NOT NULL
  SET c.namespace = $namespace
}
// include fragments/added_changes
WITH n, n.generation AS old, n.building AS new
SET n.generation = new, n.version = n.version + 1, n.changes = coalesce(n.changes, 0) + size($plan.changes),
  n.notes = n.built_notes, n.novelty_state = n.built_novelty_state,
  n.to_remove = coalesce(n.to_remove, []) + old,
  n.other_vectors = coalesce(n.built_other_model, false) <> coalesce(n.other_vectors, false),
  n.dimension = CASE WHEN n.built_other_model THEN n.built_dimension ELSE n.dimension END,
  n.model = CASE WHEN n.built_other_model THEN n.built_model ELSE n.model END
REMOVE n.building, n.reached, n.built_notes, n.built_novelty_state, n.built_by, n.built_model, n.built_dimension, n.built_other_model
RETURN n.version AS version
