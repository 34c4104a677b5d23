// Notes that are about no entity. Search finds them only by words and vectors. Many such notes mean that the extractor misses names.
// takes:   $namespace (string)
// returns: said_at, text, speaker, turn (uid); newest first
MATCH (n:Namespace {uid: $namespace})
MATCH (note:Note {space: n.uid + '#' + toString(n.generation)})
USING INDEX SEEK note:Note(space, uid)
WHERE note.uid IS NOT NULL
WITH note WHERE note.kind <> 'vault' AND note.state <> 'question' AND NOT EXISTS { (note)-[:ABOUT]->(:Entity) }
MATCH (note)-[:FROM]->(t:Turn)
RETURN note.said_at AS said_at, note.text AS text, t.speaker AS speaker, t.uid AS turn
ORDER BY said_at DESC, turn
LIMIT 200
