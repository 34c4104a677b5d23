// Facts, including ended ones: all, those of an entity, those with the given uids, or those of the given relation types.
// takes:   $namespace: string
//          $ask.entity: string? (uid of subject or object)
//          $ask.uids: list<string>?
//          $ask.types: list<string>?
//          $ask.limit: integer
// returns: fact: map (properties, subject, object, notes, conflicts); newest first
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
  UNWIND coalesce($ask.types, []) AS type
  MATCH (fact:Fact {space: space, type: type})
  RETURN fact
 UNION
  UNWIND CASE WHEN $ask.entity IS NULL AND $ask.uids IS NULL AND $ask.types IS NULL THEN [1] ELSE [] END AS all
  MATCH (fact:Fact {space: space}) WHERE fact.uid IS NOT NULL
  RETURN fact
}
WITH fact AS f ORDER BY f.recorded_at IS NULL, f.recorded_at DESC, f.uid LIMIT $ask.limit
MATCH (subject:Entity)<-[:SUBJECT]-(f)-[:OBJECT]->(object:Entity)
RETURN
  // include fragments/fact_map
  AS fact
ORDER BY f.recorded_at IS NULL, f.recorded_at DESC, f.uid
