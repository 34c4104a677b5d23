// Changes since a day: new and ended facts, new entities, and decisions.
// takes:   $namespace (string), $since (string: a day or time, such as 2026-06-14)
// returns: at, what, text, reason, uid; newest first
MATCH (n:Namespace {uid: $namespace})
WITH n.uid + '#' + toString(n.generation) AS space, datetime($since) AS since
CALL (space, since) {
  MATCH (f:Fact {space: space}) WHERE f.uid IS NOT NULL
  WITH f, since WHERE f.recorded_at >= since
  MATCH (subject:Entity)<-[:SUBJECT]-(f)-[:OBJECT]->(object:Entity)
  RETURN f.recorded_at AS at, 'new fact' AS what, subject.name + ' ' + f.type + ' ' + object.name AS text,
    NULL AS reason, f.uid AS uid
 UNION
  MATCH (f:Fact {space: space}) WHERE f.uid IS NOT NULL
  WITH f, since WHERE f.retired_at >= since
  MATCH (subject:Entity)<-[:SUBJECT]-(f)-[:OBJECT]->(object:Entity)
  OPTIONAL MATCH (f)<-[s:SUPERSEDES]-(newer:Fact)
  RETURN f.retired_at AS at, 'fact ended' AS what, subject.name + ' ' + f.type + ' ' + object.name AS text,
    coalesce(s.reason + ': ' + newer.text, newer.text) AS reason, f.uid AS uid
 UNION
  MATCH (e:Entity {space: space}) WHERE e.uid IS NOT NULL
  WITH e, since WHERE e.first_at >= since AND e.canonical IS NULL
  RETURN e.first_at AS at, 'new entity' AS what, e.name + ' (' + e.type + ')' AS text, NULL AS reason, e.uid AS uid
 UNION
  MATCH (c:Change {namespace: $namespace}) WHERE c.uid IS NOT NULL
  WITH c, since WHERE c.at >= since
  RETURN c.at AS at, 'decided by ' + c.by AS what, c.kind AS text, c.reason AS reason, c.uid AS uid
}
RETURN at, what, text, reason, uid
ORDER BY at DESC, what, text, uid
LIMIT 300
