// The nearest notes and turns of a space by comparing all of its vectors: where the space is small, and where the
// index, which spans all spaces, brought too few.
// takes:   $namespace (whose), $space (its generation), $ask: vector (of the question), limits (vector: how many notes; passages:
//          how many turns), shelf (the property with the vectors of turns); $filters: see read/candidates
// returns: found: see read/candidates; nearest first
CALL () {
  MATCH (node:Note {space: $space}) WHERE node.uid IS NOT NULL
  WITH node WHERE node.state = 'active' AND (node.kind = 'vault') = $filters.vault AND node.embedding IS NOT NULL
  RETURN node, node.embedding AS embedding, true AS note
 UNION ALL
  MATCH (node:Turn {namespace: $namespace}) WHERE node.uid IS NOT NULL
  WITH node, node[$ask.shelf] AS embedding WHERE embedding IS NOT NULL
  RETURN node, embedding, false AS note
}
WITH node, embedding, note, $space AS space
WHERE NOT $filters.given OR (
  // the filters, the same in every statement that has them
  ($filters.kind IS NULL OR node.kind = $filters.kind)
  AND ($filters.verified IS NULL OR node.verified = $filters.verified)
  AND ($filters.trust IS NULL OR node.trust = $filters.trust OR node.role IN $filters.roles)
  AND ($filters.relation IS NULL OR EXISTS { (node)<-[:FROM]-(:Fact {type: $filters.relation}) })
  AND ($filters.entity IS NULL OR EXISTS {
    (node)-[:ABOUT|MENTIONS|SPOKEN_BY]->(:Entity)<-[:NAMES]-(:Name {space: space, key: $filters.entity})
  })
  AND (NOT $filters.by_turn OR EXISTS {
    MATCH (node)-[:FROM]->{0,1}(turn:Turn)
    WHERE ($filters.since IS NULL OR turn.at >= $filters.since) AND ($filters.until IS NULL OR turn.at < $filters.until)
      AND ($filters.speaker IS NULL OR turn.speaker = $filters.speaker) AND ($filters.role IS NULL OR turn.role = $filters.role)
      AND ($filters.session IS NULL OR turn.session = $filters.session) AND ($filters.agent IS NULL OR turn.agent = $filters.agent)
  })
  // end of the filters
)
WITH node, note, vector.similarity.cosine(embedding, $ask.vector) AS score ORDER BY score DESC, node.uid
WITH note, collect({node: node, score: score}) AS rows
UNWIND rows[..CASE WHEN note THEN $ask.limits.vector ELSE $ask.limits.passages END] AS row
WITH note, row.node AS node, row.score AS score ORDER BY score DESC, node.uid
RETURN collect([
  node.uid, 'vector', score,
  CASE WHEN note THEN COLLECT { MATCH (node)-[:FROM]->(turn:Turn) RETURN turn.uid ORDER BY turn.uid } END
]) AS found
