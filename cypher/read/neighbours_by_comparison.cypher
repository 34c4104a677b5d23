// The active notes nearest to new ones, by comparing all vectors of the space.
// takes:   $space: string
//          $ask.vectors: list<map{uid, vector}> (of new notes)
//          $ask.k: integer (neighbours of each)
// returns: wanted: string (uid of the new note)
//          uid: string
//          terms: string
//          text: string
//          similarity: float (cosine); best first
UNWIND range(0, size($ask.vectors) - 1) AS i
CALL (i) {
  MATCH (node:Note {space: $space, state: 'active'})
  USING INDEX SEEK node:Note(space, state, at)
  WHERE node.at IS NOT NULL
  WITH node, i WHERE node.embedding IS NOT NULL AND node.uid <> $ask.vectors[i].uid
  RETURN node, vector.similarity.cosine(node.embedding, $ask.vectors[i].vector) AS score
  ORDER BY score DESC, node.uid LIMIT $ask.k
}
WITH $ask.vectors[i].uid AS wanted, node, score, 2 * score - 1 AS similarity
// include fragments/neighbours
