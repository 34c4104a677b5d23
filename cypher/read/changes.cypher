// What was decided.
// takes:   $namespace (whose), $limit (how many)
// returns: change (properties), newest first
MATCH (c:Change {namespace: $namespace}) WHERE c.uid IS NOT NULL
WITH c ORDER BY c.at DESC, c.uid LIMIT $limit
RETURN properties(c) AS change ORDER BY c.at DESC, c.uid
