// All states of a note.
// takes:   $namespace: string
//          $note: string (uid)
// returns: state: map (properties without the vector); oldest first
MATCH (namespace:Namespace {uid: $namespace})
WITH namespace.uid + '#' + toString(namespace.generation) AS space
MATCH (n:Note {space: space, uid: $note})
CALL (n) {
  MATCH (n)-[:REVISION]->(r:Revision)
  RETURN r {.number, .text, .context, .keywords, .tags, .at, .turn} AS state
 UNION ALL
  WITH n WHERE NOT EXISTS { (n)-[:REVISION]->() }
  RETURN n {.text, .context, .keywords, .tags, number: 0, at: n.recorded_at} AS state
}
RETURN state ORDER BY state.number
