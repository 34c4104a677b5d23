// The uids of all records of one kind.
// takes:   $namespace: string
//          $space: string
//          $of: string (note, entity, fact, change or call)
// returns: uid: string; notes in the order of their source turns, entities and facts sorted, changes and calls oldest first
CALL () {
  UNWIND CASE WHEN $of = 'note' THEN [1] ELSE [] END AS all
  MATCH (n:Note {space: $space}) USING INDEX SEEK n:Note(space, uid) WHERE n.uid IS NOT NULL
  OPTIONAL MATCH (n)-[:FROM]->(t:Turn)
  RETURN n.uid AS uid, NULL AS at, min(t.log_position) AS position
 UNION ALL
  UNWIND CASE WHEN $of = 'entity' THEN [1] ELSE [] END AS all
  MATCH (e:Entity {space: $space}) WHERE e.uid IS NOT NULL
  RETURN e.uid AS uid, NULL AS at, 0 AS position
 UNION ALL
  UNWIND CASE WHEN $of = 'fact' THEN [1] ELSE [] END AS all
  MATCH (f:Fact {space: $space}) WHERE f.uid IS NOT NULL
  RETURN f.uid AS uid, NULL AS at, 0 AS position
 UNION ALL
  UNWIND CASE WHEN $of = 'change' THEN [1] ELSE [] END AS all
  MATCH (c:Change {namespace: $namespace}) WHERE c.uid IS NOT NULL
  RETURN c.uid AS uid, c.at AS at, coalesce(c.position, 0) AS position
 UNION ALL
  UNWIND CASE WHEN $of = 'call' THEN [1] ELSE [] END AS all
  MATCH (c:Call {namespace: $namespace}) WHERE c.uid IS NOT NULL
  RETURN c.uid AS uid, c.at AS at, 0 AS position
}
RETURN uid ORDER BY at, position, CASE WHEN at IS NULL THEN uid END, uid DESC
