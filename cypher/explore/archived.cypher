// Archived notes with the abstraction that represents them, the newest first. A note that a person archived may have none.
// takes:   $namespace (string)
// returns: said_at, text, represented_by, uid
MATCH (n:Namespace {uid: $namespace})
MATCH (note:Note {space: n.uid + '#' + toString(n.generation), state: 'archived'})
USING INDEX SEEK note:Note(space, state, at)
WHERE note.at IS NOT NULL AND note.kind <> 'vault'
OPTIONAL MATCH (note)<-[:ABSTRACTS]-(abstraction:Note {state: 'abstraction'})
RETURN note.said_at AS said_at, note.text AS text, collect(abstraction.text) AS represented_by, note.uid AS uid
ORDER BY said_at DESC, uid
LIMIT 200
