// What is left of turns that were forgotten.
// takes:   $namespace (whose)
// returns: mark, salt, at; by mark
MATCH (left:Tombstone {namespace: $namespace}) WHERE left.mark IS NOT NULL
RETURN left.mark AS mark, left.salt AS salt, left.at AS at ORDER BY mark
