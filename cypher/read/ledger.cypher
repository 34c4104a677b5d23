// Calls of models.
// takes:   $namespace (whose), $limit (how many)
// returns: call (properties), newest first
MATCH (c:Call {namespace: $namespace}) WHERE c.uid IS NOT NULL
WITH c ORDER BY c.at DESC, c.uid LIMIT $limit
RETURN properties(c) AS call ORDER BY c.at DESC, c.uid
