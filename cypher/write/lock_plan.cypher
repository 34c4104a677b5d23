// Locks the namespace for a plan, as write/lock does, and checks the turns and entities of the plan.
// takes:   $namespace: string
//          $space: string
//          $plan.turns: list<string> (uids)
//          $plan.entities: list<string> (uids)
// returns: generation: integer
//          version: integer
//          building: integer? (the generation that is being built)
//          reached: integer (the log position that it has reached)
//          missing: integer (turns that were forgotten)
//          merged: integer (entities that are merged into others)
//          model: string? (the embedding model)
//          dimension: integer?
//          other_vectors: boolean (see read/namespace)
//          built_model: string? (the embedding model of the generation that is being built)
//          built_dimension: integer?
//          built_other_model: boolean (whether it differs)
MERGE (n:Namespace {uid: $namespace})
  ON CREATE SET n.generation = 1, n.version = 0, n.turns = 0, n.notes = 0, n.last_position = 0
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
  n.model AS model, n.dimension AS dimension, coalesce(n.other_vectors, false) AS other_vectors, n.built_model AS built_model,
  n.built_dimension AS built_dimension, coalesce(n.built_other_model, false) AS built_other_model
