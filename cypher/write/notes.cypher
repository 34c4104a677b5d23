// Notes and where they come from; a note that exists takes on what is given, and has no former states any more. Then notes
// take on a new state, and all their states are kept: the first time also the one as it was derived.
// takes:   $namespace (whose), $space (its generation), $plan: notes (uid, turns, properties, embedding or null), revised (note, turn, properties:
//          text, context, keywords, tags, terms, language, at, vector or null; embedding or null), model (whether these two are
//          to be taken over). An embedding is stored as short floats, which are read in half the time
// returns: created (how many notes were not there before, without those of programs)
CALL () {
  UNWIND $plan.notes AS row
  WITH row, NOT EXISTS { (:Note {space: $space, uid: row.uid}) } AND row.properties.state <> 'agent_generated' AS fresh
  MERGE (n:Note {space: $space, uid: row.uid})
  SET n += row.properties
  WITH n, row, fresh
  CALL (n, row) {
    WITH n, row WHERE row.embedding IS NOT NULL
    CALL db.create.setNodeVectorProperty(n, 'embedding', row.embedding)
  }
  CALL (n) {
    MATCH (n)-[:REVISION]->(r:Revision)
    DETACH DELETE r
  }
  CALL (n) {
    MATCH (n)-[about:ABOUT|OWN]->(:Entity) WHERE about.at <> n.at
    SET about.at = n.at
  }
  CALL (n, row) {
    UNWIND range(0, size(row.turns) - 1) AS place
    MATCH (t:Turn {namespace: $namespace, uid: row.turns[place]})
    MERGE (n)-[from:FROM]->(t)
    SET from.place = place
  }
  RETURN sum(CASE WHEN fresh THEN 1 ELSE 0 END) AS created
}
CALL () {
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
  WITH n, row, next
  CALL (next, row) {
    WITH next, row WHERE row.embedding IS NOT NULL
    CALL db.create.setNodeVectorProperty(next, 'embedding', row.embedding)
  }
  SET next.embedding = CASE WHEN $plan.model THEN next.embedding ELSE n.embedding END,
    next.vector = CASE WHEN $plan.model THEN next.vector ELSE n.vector END
  SET n += next {.text, .context, .keywords, .tags, .terms, .language, .embedding, .vector}
}
RETURN created
