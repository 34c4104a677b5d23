// Calls of models: all, or these.
// takes:   $namespace (whose), $uids (of calls, or null for all), $limit (how many)
// returns: call (properties), newest first
CALL () {
  UNWIND coalesce($uids, []) AS uid
  MATCH (c:Call {namespace: $namespace, uid: uid})
  RETURN c
 UNION
  UNWIND CASE WHEN $uids IS NULL THEN [1] ELSE [] END AS all
  MATCH (c:Call {namespace: $namespace}) WHERE c.uid IS NOT NULL
  RETURN c
}
WITH c ORDER BY c.at DESC, c.uid LIMIT $limit
RETURN properties(c) AS call ORDER BY c.at DESC, c.uid
