// Overview: the most mentioned entities, and the facts that join them.
// takes:   $namespace (whose)
// returns: a, r, b (as a picture: two entities and a typed edge between them, or one that stands alone)
MATCH (n:Namespace {uid: $namespace})
MATCH (a:Entity {space: n.uid + '#' + toString(n.generation)}) WHERE a.uid IS NOT NULL
WITH a WHERE a.canonical IS NULL
WITH a ORDER BY a.mentions DESC, a.name LIMIT 60
WITH collect(a) AS most
UNWIND most AS a
OPTIONAL MATCH (a)-[r]->(b:Entity) WHERE b IN most
RETURN a, r, b
LIMIT 300
