// What was decided.
// takes:   $namespace (whose), $limit (how many)
// returns: change (properties), newest first; of those of one moment the one that was written last
MATCH (c:Change {namespace: $namespace}) WHERE c.uid IS NOT NULL
WITH c, coalesce(c.place, 0) AS place ORDER BY c.at DESC, place DESC, c.uid LIMIT $limit
RETURN properties(c) AS change ORDER BY c.at DESC, place DESC, c.uid
