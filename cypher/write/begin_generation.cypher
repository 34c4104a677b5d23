// Begins to derive a generation, or continues the one that is being derived. No number is used twice. Writing a property locks the
// namespace. Returns no row for a namespace that does not exist.
// takes:   $namespace: string
//          $plan.extractor: string
//          $plan.model: string? (the embedding model)
//          $plan.dimension: integer?
// returns: building: integer (its number)
//          reached: integer (the log position that it has reached)
//          turns: integer (in the log)
//          done: integer (turns up to that position)
//          novelty_state: string?
//          extractor: string (the one that it was begun with)
//          model: string?
MATCH (n:Namespace {uid: $namespace})
SET n.lock = true
WITH n, n.building IS NULL AS new, coalesce(n.last_generation, n.generation) + 1 AS next
FOREACH (begun IN CASE WHEN new THEN [1] ELSE [] END |
  SET n.building = next, n.last_generation = next, n.reached = 0, n.built_notes = 0, n.built_by = $plan.extractor,
    n.built_model = $plan.model, n.built_dimension = $plan.dimension,
    n.built_other_model = n.model IS NOT NULL AND (n.model <> coalesce($plan.model, '') OR n.dimension <> $plan.dimension),
    n.model = coalesce(n.model, $plan.model), n.dimension = coalesce(n.dimension, $plan.dimension)
)
WITH n, n.reached AS reached
CALL (reached) {
  MATCH (t:Turn {namespace: $namespace}) WHERE t.log_position > 0 AND t.log_position <= reached
  RETURN count(t) AS done
}
RETURN n.building AS building, reached, n.turns AS turns, done, n.built_novelty_state AS novelty_state,
  coalesce(n.built_by, '') AS extractor, n.built_model AS model
