// The active notes that share most terms with a text, without sensitive notes.
// takes:   $space: string
//          $ask.query: string (Lucene query)
//          $ask.limit: integer
// returns: note: map (properties without vectors, turns); best first
CALL () {
  CALL db.index.fulltext.queryNodes('memgraph_terms', $ask.query) YIELD node, score
  WHERE node:Note AND node.space = $space AND node.state = 'active' AND node.kind <> 'vault'
  RETURN node AS n, score LIMIT $ask.limit
}
WITH n, score ORDER BY score DESC, n.uid
RETURN
  // include fragments/note_map
  AS note
