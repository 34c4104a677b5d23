// The instances of an abstraction, the oldest first, with their state and their source turn; then its exceptions.
// takes:   $namespace (string), $uid (string: of an abstraction)
// returns: role, said_at, text, state, session, turn
MATCH (n:Namespace {uid: $namespace})
WITH n.uid + '#' + toString(n.generation) AS space
MATCH (abstraction:Note {space: space, uid: $uid})
CALL (abstraction) {
  MATCH (abstraction)-[:ABSTRACTS]->(note:Note)
  RETURN note, 'instance' AS role
 UNION
  MATCH (abstraction)<-[:LINKED {reason: 'exception_to'}]-(note:Note)
  RETURN note, 'exception' AS role
}
WITH note, role WHERE note.kind <> 'vault'
MATCH (note)-[:FROM]->(turn:Turn)
RETURN role, note.said_at AS said_at, note.text AS text, note.state AS state, turn.session AS session, turn.uid AS turn
ORDER BY role DESC, said_at, turn
LIMIT 1000
