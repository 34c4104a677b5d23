// What was decided: all, or these decisions.
// takes:   $namespace (whose), $uids (of decisions, or null for all), $limit (how many)
// returns: change (properties), newest first; of those of one moment the one that was written last
CALL () {
  UNWIND coalesce($uids, []) AS uid
  MATCH (c:Change {namespace: $namespace, uid: uid})
  RETURN c
 UNION
  UNWIND CASE WHEN $uids IS NULL THEN [1] ELSE [] END AS all
  MATCH (c:Change {namespace: $namespace}) WHERE c.uid IS NOT NULL
  RETURN c
}
WITH c, coalesce(c.place, 0) AS place ORDER BY c.at DESC, place DESC, c.uid LIMIT $limit
RETURN properties(c) AS change ORDER BY c.at DESC, place DESC, c.uid
