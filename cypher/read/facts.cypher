// Facts, ended ones included: all, those that have an entity as subject or object, or these.
// takes:   $namespace (whose), $ask: entity (uid, or null for all), uids (of facts, or null), limit (how many)
// returns: fact (properties, subject, object, notes), newest first
MATCH (n:Namespace {uid: $namespace})
WITH n.uid + '#' + toString(n.generation) AS space
CALL (space) {
  UNWIND CASE WHEN $ask.entity IS NULL THEN [] ELSE [$ask.entity] END AS uid
  MATCH (:Entity {space: space, uid: uid})<-[:SUBJECT|OBJECT]-(fact:Fact)
  RETURN fact
 UNION
  UNWIND coalesce($ask.uids, []) AS uid
  MATCH (fact:Fact {space: space, uid: uid})
  RETURN fact
 UNION
  UNWIND CASE WHEN $ask.entity IS NULL AND $ask.uids IS NULL THEN [1] ELSE [] END AS all
  MATCH (fact:Fact {space: space}) WHERE fact.uid IS NOT NULL
  RETURN fact
}
WITH fact ORDER BY fact.recorded_at IS NULL, fact.recorded_at DESC, fact.uid LIMIT $ask.limit
MATCH (subject:Entity)<-[:SUBJECT]-(fact)-[:OBJECT]->(object:Entity)
RETURN fact {
  .*, subject: subject.uid, object: object.uid,
  notes: COLLECT { MATCH (fact)-[:FROM]->(note:Note) RETURN note.uid ORDER BY note.uid },
  conflicts: COLLECT { MATCH (fact)-[:CONFLICTS]-(other:Fact) RETURN other.uid ORDER BY other.uid }
} AS fact
ORDER BY fact.recorded_at IS NULL, fact.recorded_at DESC, fact.uid
