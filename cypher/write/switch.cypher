// Makes the generation that is being derived the current one, unless there are turns in the log that it does not have.
// What the engine decided goes with the old generation, which is to be removed; what people decided stays.
// takes:   $namespace (whose; it is locked), $plan: owner (of the decisions that are not seen yet), changes (uid, properties)
// returns: version; no row when nothing was done
MATCH (n:Namespace {uid: $namespace})
WHERE NOT EXISTS { MATCH (t:Turn {namespace: $namespace}) WHERE t.logged > n.reached }
CALL () {
  MATCH (t:Turn {namespace: $namespace}) WHERE t.uid IS NOT NULL
  WITH t WHERE t.built IS NOT NULL
  SET t.state = t.built, t.saw = t.built_saw
  REMOVE t.built, t.built_saw, t.reader, t.read_until
}
CALL () {
  MATCH (c:Change {namespace: $namespace}) WHERE c.uid IS NOT NULL
  WITH c WHERE c.by = 'engine'
  DETACH DELETE c
}
CALL () {
  MATCH (c:Change {namespace: $plan.owner}) WHERE c.uid IS NOT NULL
  SET c.namespace = $namespace
}
CALL (n) {
  UNWIND range(0, size($plan.changes) - 1) AS i
  WITH n, i, $plan.changes[i] AS row
  MERGE (c:Change {namespace: $namespace, uid: row.uid})
    ON CREATE SET c += row.properties, c.place = coalesce(n.decided, 0) + i + 1
}
WITH n, n.generation AS old, n.building AS new
SET n.generation = new, n.version = n.version + 1, n.decided = coalesce(n.decided, 0) + size($plan.changes),
  n.notes = n.built_notes, n.gate = n.built_gate,
  n.unfinished = coalesce(n.unfinished, []) + old,
  n.other_vectors = coalesce(n.built_anew, false) <> coalesce(n.other_vectors, false),
  n.dimension = CASE WHEN n.built_anew THEN n.built_dimension ELSE n.dimension END,
  n.model = CASE WHEN n.built_anew THEN n.built_model ELSE n.model END
REMOVE n.building, n.reached, n.built_notes, n.built_gate, n.built_by, n.built_model, n.built_dimension, n.built_anew
RETURN n.version AS version
