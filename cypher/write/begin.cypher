// Begins to derive a generation, or goes on with the one that is being derived. Numbers are never given twice.
// A property is written first because that takes the lock.
// takes:   $namespace (whose), $plan: extractor (that derives it), model and dimension (of its vectors, or null)
// returns: building (its number), reached (how far in the log it has come), turns (in the log), done (of these), gate
//          (what it remembers, or null), extractor and model as it was begun with them; no row for a namespace that is not there
MATCH (n:Namespace {uid: $namespace})
SET n.lock = true
WITH n, n.building IS NULL AS new, coalesce(n.last_generation, n.generation) + 1 AS next
FOREACH (begun IN CASE WHEN new THEN [1] ELSE [] END |
  SET n.building = next, n.last_generation = next, n.reached = 0, n.built_notes = 0, n.built_by = $plan.extractor,
    n.built_model = $plan.model, n.built_dimension = $plan.dimension,
    n.built_anew = n.model IS NOT NULL AND (n.model <> coalesce($plan.model, '') OR n.dimension <> $plan.dimension),
    n.model = coalesce(n.model, $plan.model), n.dimension = coalesce(n.dimension, $plan.dimension)
)
WITH n, n.reached AS reached
CALL (reached) {
  MATCH (t:Turn {namespace: $namespace}) WHERE t.logged > 0 AND t.logged <= reached
  RETURN count(t) AS done
}
RETURN n.building AS building, reached, n.turns AS turns, done, n.built_gate AS gate,
  coalesce(n.built_by, '') AS extractor, n.built_model AS model
