// Model calls: all, or those with the given uids.
// takes:   $namespace: string
//          $uids: list<string>? (null: all)
//          $since: datetime? (null: all)
//          $session: string? (the key of a session; null: all)
//          $limit: integer
// returns: call: map (properties); newest first
CALL () {
  UNWIND coalesce($uids, []) AS uid
  MATCH (c:Call {namespace: $namespace, uid: uid})
  RETURN c
 UNION
  UNWIND CASE WHEN $uids IS NULL THEN [1] ELSE [] END AS all
  MATCH (c:Call {namespace: $namespace}) WHERE c.uid IS NOT NULL
  RETURN c
}
WITH c WHERE ($since IS NULL OR c.at >= $since) AND ($session IS NULL OR c.session = $session)
WITH c ORDER BY c.at DESC, c.uid LIMIT $limit
RETURN properties(c) AS call ORDER BY c.at DESC, c.uid
