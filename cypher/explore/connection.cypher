// How two entities are connected: the shortest ways through facts, notes and other entities.
// takes:   $namespace (whose), $name (as people write it), $other (likewise)
// returns: path, as a picture; shortest first
MATCH (n:Namespace {uid: $namespace})
WITH n.uid + '#' + toString(n.generation) AS space
MATCH (:Name {space: space, key: toLower($name)})-[:NAMES]->(a:Entity)
MATCH (:Name {space: space, key: toLower($other)})-[:NAMES]->(b:Entity)
WITH a, b WHERE a <> b
MATCH path = SHORTEST 10 (a)-[:SUBJECT|OBJECT|ABOUT]-{2,6}(b)
WHERE none(node IN nodes(path) WHERE coalesce(node.kind, '') = 'vault')
RETURN path
ORDER BY length(path), [node IN nodes(path) | node.uid]
LIMIT 10
