// The active notes nearest to new ones: by vector where there is one, by terms where there is none.
// takes:   $space (the generation), $ask: k (how many for each), vectors (uid, vector), worded (uid, query: Lucene),
//          exact (look at every vector of the space, instead of the index), fetch (how many to ask the index for)
// returns: probe, uid, terms, text, similarity (cosine; null when found by terms); best first
CALL () {
  // Vectors stay in their parameter: as variables they would be weighed as memory with every row.
  UNWIND CASE WHEN $ask.exact THEN [] ELSE range(0, size($ask.vectors) - 1) END AS i
  CALL (i) {
    CALL db.index.vector.queryNodes('memgraph_note_vector', $ask.fetch, $ask.vectors[i].vector) YIELD node, score
    WHERE node.space = $space AND node.state = 'active' AND node.uid <> $ask.vectors[i].uid
    RETURN node, score ORDER BY score DESC, node.uid LIMIT $ask.k
  }
  RETURN $ask.vectors[i].uid AS probe, node, score, 2 * score - 1 AS similarity
 UNION ALL
  UNWIND CASE WHEN $ask.exact THEN range(0, size($ask.vectors) - 1) ELSE [] END AS i
  CALL (i) {
    MATCH (node:Note {space: $space}) WHERE node.uid IS NOT NULL
    WITH node, i WHERE node.embedding IS NOT NULL AND node.state = 'active' AND node.uid <> $ask.vectors[i].uid
    RETURN node, vector.similarity.cosine(node.embedding, $ask.vectors[i].vector) AS score
    ORDER BY score DESC, node.uid LIMIT $ask.k
  }
  RETURN $ask.vectors[i].uid AS probe, node, score, 2 * score - 1 AS similarity
 UNION ALL
  UNWIND $ask.worded AS probe
  CALL (probe) {
    CALL db.index.fulltext.queryNodes('memgraph_terms', probe.query) YIELD node, score
    WHERE node:Note AND node.space = $space AND node.state = 'active' AND node.uid <> probe.uid
    RETURN node, score LIMIT $ask.k
  }
  RETURN probe.uid AS probe, node, score, NULL AS similarity
}
RETURN probe, node.uid AS uid, node.terms AS terms, node.text AS text, similarity
ORDER BY probe, score DESC, uid
