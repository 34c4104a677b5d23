// Gives notes a new state and keeps their former states. The first revision also stores the first state of the note.
// takes:   $namespace: string
//          $space: string
//          $plan.revisions: list<map{note, turn, properties, embedding}> (embedding: list<float>?)
//          $plan.with_vectors: boolean (whether the vector belongs to the new state)
UNWIND $plan.revisions AS row
MATCH (n:Note {space: $space, uid: row.note})
MATCH (t:Turn {namespace: $namespace, uid: row.turn})
CALL (n) {
  WITH n WHERE NOT EXISTS { (n)-[:REVISION]->() }
  CREATE (n)-[:REVISION]->(first:Revision)
  SET first = n {.text, .context, .keywords, .tags, .terms, .language, .embedding, .vector, at: n.recorded_at, number: 0}
  SET first.space = $space
}
CALL (n) {
  MATCH (n)-[:REVISION]->(r:Revision)
  RETURN max(r.number) AS last
}
CREATE (n)-[:REVISION]->(next:Revision)
SET next = row.properties, next.space = $space, next.number = last + 1, next.turn = row.turn
WITH n, row, next
CALL (next, row) {
  WITH next, row WHERE row.embedding IS NOT NULL
  CALL db.create.setNodeVectorProperty(next, 'embedding', row.embedding)
}
SET next.embedding = CASE WHEN $plan.with_vectors THEN next.embedding ELSE n.embedding END,
  next.vector = CASE WHEN $plan.with_vectors THEN next.vector ELSE n.vector END
SET n += next {.text, .context, .keywords, .tags, .terms, .language, .embedding, .vector}
