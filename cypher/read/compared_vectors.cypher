// The channels vector and agent_generated (by vectors), by comparing all vectors of a space. Used if the space is small, or if
// the index, which covers all namespaces and archived notes, returned too few results.
// takes:   $space: string
//          $ask.space: string? (the space; null: no notes are compared)
//          $ask.namespace: string? (the namespace; null: no turns are compared)
//          $ask.vector: list<float> (of the question)
//          $ask.turn_property: string (the property with the vectors of turns)
//          $ask.notes: integer (limit)
//          $ask.turns: integer (limit)
//          $ask.agent_generated: integer (limit of agent-generated turns)
//          $filters.vault: boolean (only sensitive notes, instead of all others)
//          $filters.state: string (of the notes: active or archived)
// returns: found: list<list> (see read/candidates)
CALL () {
  MATCH (node:Note {space: $ask.space, state: $filters.state})
  USING INDEX SEEK node:Note(space, state, at)
  WHERE node.at IS NOT NULL AND (node.kind = 'vault') = $filters.vault
  RETURN node, node.embedding AS embedding
 UNION ALL
  MATCH (node:Turn {namespace: $ask.namespace}) WHERE node.uid IS NOT NULL
  RETURN node, node[$ask.turn_property] AS embedding
}
WITH node, embedding, $space AS space
WHERE embedding IS NOT NULL
  // include fragments/filters
WITH node, vector.similarity.cosine(embedding, $ask.vector) AS score ORDER BY score DESC, node.uid
  // include fragments/nearest
// include fragments/found
