// The channels vector and agent_generated (by vectors), by comparing all vectors of a space. Used if the space is small, or if
// the index, which covers all namespaces, returned too few results.
// takes:   $namespace: string
//          $space: string
//          $ask.vector: list<float> (of the question)
//          $ask.turn_property: string (the property with the vectors of turns)
//          $ask.notes: integer (limit)
//          $ask.turns: integer (limit)
//          $ask.agent_generated: integer (limit of agent-generated turns)
//          $filters.vault: boolean (only sensitive notes, instead of all others)
//          $filters.state: string (of the notes: active or archived)
// returns: found: list<list> (see read/candidates)
CALL () {
  MATCH (node:Note {space: $space}) WHERE node.uid IS NOT NULL
  WITH node WHERE node.state = $filters.state AND (node.kind = 'vault') = $filters.vault
  RETURN node, node.embedding AS embedding
 UNION ALL
  MATCH (node:Turn {namespace: $namespace}) WHERE node.uid IS NOT NULL
  RETURN node, node[$ask.turn_property] AS embedding
}
WITH node, embedding, $space AS space
WHERE embedding IS NOT NULL
  // include fragments/filters
WITH node, vector.similarity.cosine(embedding, $ask.vector) AS score ORDER BY score DESC, node.uid
WITH node:Note AS note, coalesce(node.role IN ['assistant', 'web'], false) AS generated, collect({node: node, score: score}) AS rows
UNWIND rows[..CASE WHEN note THEN $ask.notes WHEN generated THEN $ask.agent_generated ELSE $ask.turns END] AS row
WITH row.node AS node, row.score AS score, CASE WHEN generated THEN 'agent_generated' ELSE 'vector' END AS channel
// include fragments/found
