// Notes take on a new state, and all their states are kept: the first time also the one as it was derived.
// takes:   $namespace (whose), $space (its generation), $plan: revised (note, turn, properties: text, context, keywords,
//          tags, terms, language, at, and embedding and vector, or null), model (whether these two are to be taken over)
UNWIND $plan.revised AS row
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
SET next.embedding = CASE WHEN $plan.model THEN next.embedding ELSE n.embedding END,
  next.vector = CASE WHEN $plan.model THEN next.vector ELSE n.vector END
SET n += next {.text, .context, .keywords, .tags, .terms, .language, .embedding, .vector}
