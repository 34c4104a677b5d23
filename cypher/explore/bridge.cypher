// How two entities are joined: the shortest ways through facts, notes and other entities.
// takes:   $namespace (whose), $one, $other (names as people write them, in lower case)
// returns: path, as a picture; shortest first
MATCH (n:Namespace {name: $namespace})
WITH n.name + '#' + toString(n.generation) AS space
MATCH (:Name {space: space, key: $one})-[:NAMES]->(a:Entity)
MATCH (:Name {space: space, key: $other})-[:NAMES]->(b:Entity)
WITH a, b WHERE a <> b
MATCH path = SHORTEST 10 (a)-[:SUBJECT|OBJECT|ABOUT]-{2,6}(b)
RETURN path
ORDER BY length(path)
LIMIT 10
