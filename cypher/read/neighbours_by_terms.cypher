// The active notes that share most terms with new notes without a vector.
// takes:   $space: string
//          $ask.queries: list<map{uid, query}> (of new notes; query: Lucene)
//          $ask.k: integer (neighbours of each)
// returns: wanted: string (uid of the new note)
//          uid: string
//          terms: string
//          text: string
//          similarity: float? (always null); best first
UNWIND $ask.queries AS lookup
CALL (lookup) {
  CALL db.index.fulltext.queryNodes('memgraph_terms', lookup.query) YIELD node, score
  WHERE node:Note AND node.space = $space AND node.state = 'active' AND node.uid <> lookup.uid
  RETURN node, score LIMIT $ask.k
}
WITH lookup.uid AS wanted, node, score, NULL AS similarity
// include fragments/neighbours
