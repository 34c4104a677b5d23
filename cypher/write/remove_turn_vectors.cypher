// Removes turn vectors that are no longer used: those of a former model, or of a discarded generation.
// takes:   $namespace: string
//          $plan.limit: integer (turns)
// returns: removed: integer (0 when nothing remains)
MATCH (n:Namespace {uid: $namespace})
SET n.lock = true
WITH n WHERE NOT coalesce(n.built_other_model, false)
WITH CASE WHEN n.other_vectors THEN 'embedding' ELSE 'other_embedding' END AS embedding,
  CASE WHEN n.other_vectors THEN 'vector' ELSE 'other_vector' END AS vector
MATCH (t:Turn {namespace: $namespace}) WHERE t.uid IS NOT NULL
WITH t, embedding, vector WHERE t[embedding] IS NOT NULL
WITH t, embedding, vector LIMIT $plan.limit
REMOVE t[embedding], t[vector]
RETURN count(*) AS removed
