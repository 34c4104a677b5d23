// A session: its turns, the notes that were drawn from them, and whom these are about.
// takes:   $namespace (whose), $session (its name, or null for the newest)
// returns: said, noted (paths, as a picture); in the order of the session
MATCH (s:Session {namespace: $namespace}) WHERE s.uid IS NOT NULL
WITH s WHERE $session IS NULL OR s.uid = $session
WITH s ORDER BY s.last_at DESC, s.uid LIMIT 1
MATCH (n:Namespace {uid: $namespace})
MATCH said = (s)-[:HAS]->(t:Turn) WHERE NOT EXISTS { (t)<-[:FROM]-(:Note {kind: 'vault'}) }
WITH n.uid + '#' + toString(n.generation) AS space, said, t ORDER BY t.position LIMIT 60
OPTIONAL MATCH noted = (t)<-[:FROM]-(note:Note {space: space})-[:ABOUT]->(:Entity)
RETURN said, noted
ORDER BY t.position
LIMIT 300
