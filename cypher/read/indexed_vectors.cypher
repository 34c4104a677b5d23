// The channels vector and agent_generated (by vectors), by the vector indexes, which cover all namespaces: the nearest notes and
// turns that pass the filters.
// takes:   $namespace: string
//          $space: string
//          $ask.vector: string (the question's numbers, separated by spaces)
//          $ask.note_fetch: integer (results of the index)
//          $ask.turn_fetch: integer
//          $ask.turn_index: string (name of the index)
//          $ask.notes: integer (limit)
//          $ask.turns: integer (limit)
//          $ask.agent_generated: integer (limit of agent-generated turns)
//          $filters.vault: boolean (only sensitive notes, instead of all others)
//          $filters.state: string (of the notes: active or archived)
// returns: found: list<list> (see read/candidates)
CALL () {
  // The vector is used as a parameter, because the server counts the memory of a variable for every row.
  CALL db.index.vector.queryNodes('memgraph_note_vector', $ask.note_fetch, [number IN split($ask.vector, ' ') | toFloat(number)]) YIELD node, score
  WHERE node.space = $space AND node.state = $filters.state AND (node.kind = 'vault') = $filters.vault
  RETURN node, score
 UNION ALL
  CALL db.index.vector.queryNodes($ask.turn_index, $ask.turn_fetch, [number IN split($ask.vector, ' ') | toFloat(number)]) YIELD node, score
  WHERE node.namespace = $namespace
  RETURN node, score
}
WITH node, score, $space AS space
WHERE node IS NOT NULL
  // include fragments/filters
WITH node, score ORDER BY score DESC, node.at DESC, node.uid
  // include fragments/nearest
// include fragments/found
