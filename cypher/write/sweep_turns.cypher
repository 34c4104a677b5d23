// Removes vectors of turns that nobody sees any more: those of a former model, or of a generation that was given up.
// takes:   $namespace (whose), $plan: limit (of how many turns)
// returns: removed (from how many; 0 when nothing is left)
MATCH (n:Namespace {uid: $namespace})
SET n.lock = true
WITH n WHERE NOT coalesce(n.built_anew, false)
WITH CASE WHEN n.other_vectors THEN 'embedding' ELSE 'other_embedding' END AS embedding,
  CASE WHEN n.other_vectors THEN 'vector' ELSE 'other_vector' END AS vector
MATCH (t:Turn {namespace: $namespace}) WHERE t.uid IS NOT NULL
WITH t, embedding, vector WHERE t[embedding] IS NOT NULL
WITH t, embedding, vector LIMIT $plan.limit
REMOVE t[embedding], t[vector]
RETURN count(*) AS removed
