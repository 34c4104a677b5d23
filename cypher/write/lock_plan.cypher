// Makes the namespace this transaction's own, as write/lock does, and then sees whether turns are still in its log, and
// whether entities are merged.
// takes:   $namespace (whose), $space (the generation of the entities), $plan: turns and entities (uids)
// returns: generation, version, building (the generation that is being derived, or null), reached (how far in the log it
//          has come), missing (how many of the turns have been forgotten), merged (how many of the entities are), model,
//          dimension and other (see read/namespace), and the same of what is being derived (built_model, built_dimension,
//          built_anew: whether that is another model)
MERGE (n:Namespace {uid: $namespace})
  ON CREATE SET n.generation = 1, n.version = 0, n.turns = 0, n.notes = 0, n.logged = 0
SET n.lock = true
WITH n
CALL () {
  UNWIND $plan.turns AS uid
  OPTIONAL MATCH (t:Turn {namespace: $namespace, uid: uid})
  WITH t WHERE t IS NULL
  RETURN count(*) AS missing
}
CALL () {
  UNWIND $plan.entities AS uid
  MATCH (e:Entity {space: $space, uid: uid}) WHERE e.canonical IS NOT NULL
  RETURN count(*) AS merged
}
RETURN n.generation AS generation, n.version AS version, n.building AS building,
  coalesce(n.reached, 0) AS reached, missing, merged,
  n.model AS model, n.dimension AS dimension, coalesce(n.other_vectors, false) AS other, n.built_model AS built_model,
  n.built_dimension AS built_dimension, coalesce(n.built_anew, false) AS built_anew
