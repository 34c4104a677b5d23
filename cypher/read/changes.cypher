// Decisions: all, or those with the given uids.
// takes:   $namespace: string
//          $uids: list<string>? (null: all)
//          $limit: integer
// returns: change: map (properties); newest first; for equal times the last written first
CALL () {
  UNWIND coalesce($uids, []) AS uid
  MATCH (c:Change {namespace: $namespace, uid: uid})
  RETURN c
 UNION
  UNWIND CASE WHEN $uids IS NULL THEN [1] ELSE [] END AS all
  MATCH (c:Change {namespace: $namespace}) WHERE c.uid IS NOT NULL
  RETURN c
}
WITH c, coalesce(c.position, 0) AS position ORDER BY c.at DESC, position DESC, c.uid LIMIT $limit
RETURN properties(c) AS change ORDER BY c.at DESC, position DESC, c.uid
