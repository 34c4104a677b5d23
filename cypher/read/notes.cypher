// Notes by their uids.
// takes:   $namespace (whose), $ask: uids (of notes)
// returns: note (properties, turns), in any order
MATCH (namespace:Namespace {name: $namespace})
WITH namespace.name + '#' + toString(namespace.generation) AS space
UNWIND $ask.uids AS uid
MATCH (n:Note {space: space, uid: uid})
RETURN n {
  .*, turns: COLLECT { MATCH (n)-[from:FROM]->(turn:Turn) RETURN turn.uid ORDER BY from.place, turn.uid }
} AS note
