// One session: its turns, their notes, and the entities that the notes are about.
// takes:   $namespace (string), $session (string: the session's uid; null for the newest session)
// returns: said, noted (paths, as a picture); in the order of the turns
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
