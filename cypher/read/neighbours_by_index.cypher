// The active notes nearest to new ones, by the vector index.
// takes:   $space: string
//          $ask.vectors: list<map{uid, vector}> (of new notes)
//          $ask.k: integer (neighbours of each)
//          $ask.fetch: integer (results of the index)
// returns: wanted: string (uid of the new note)
//          uid: string
//          terms: string
//          text: string
//          similarity: float (cosine); best first
UNWIND range(0, size($ask.vectors) - 1) AS i
CALL (i) {
  // The vectors are used as a parameter, because the server counts the memory of a variable for every row.
  CALL db.index.vector.queryNodes('memgraph_note_vector', $ask.fetch, $ask.vectors[i].vector) YIELD node, score
  WHERE node.space = $space AND node.state = 'active' AND node.uid <> $ask.vectors[i].uid
  RETURN node, score ORDER BY score DESC, node.uid LIMIT $ask.k
}
WITH $ask.vectors[i].uid AS wanted, node, score, 2 * score - 1 AS similarity
// include fragments/neighbours
