// What became of turns: their state, the vector of their passage, who spoke, what else of their session was seen. What notes
// are about, which resemble each other, what ties them, and what those of programs rest on.
// takes:   $namespace (whose), $space (its generation), $plan: turns (uid, speaker, properties, embedding or null, shelf: the property
//          for it, saw: first and last position, or null), abouts (note, entity, role), similar (a, b, weight, by; a < b), linked (a, b,
//          reason, weight), supports (note, by)
CALL () {
  UNWIND $plan.turns AS row
  MATCH (t:Turn {namespace: $namespace, uid: row.uid})
  SET t += row.properties
  SET t.saw = CASE
    WHEN row.saw IS NULL THEN t.saw
    WHEN t.saw IS NULL THEN row.saw
    ELSE [
      CASE WHEN t.saw[0] < row.saw[0] THEN t.saw[0] ELSE row.saw[0] END,
      CASE WHEN t.saw[1] > row.saw[1] THEN t.saw[1] ELSE row.saw[1] END
    ]
  END
  WITH t, row
  CALL (t, row) {
    WITH t, row WHERE row.embedding IS NOT NULL
    CALL db.create.setNodeVectorProperty(t, row.shelf, row.embedding)
  }
  MATCH (e:Entity {space: $space, uid: row.speaker})
  MERGE (t)-[spoken:SPOKEN_BY]->(e)
  SET spoken.via = NULL
}
CALL () {
  UNWIND $plan.abouts AS row
  MATCH (n:Note {space: $space, uid: row.note})
  MATCH (e:Entity {space: $space, uid: row.entity})
  MERGE (n)-[about:ABOUT]->(e)
    ON CREATE SET about.role = row.role
    ON MATCH SET about.role = CASE WHEN about.via IS NULL THEN about.role ELSE row.role END, about.via = NULL
  SET about.entity = row.entity, about.at = n.at
}
CALL () {
  UNWIND $plan.similar AS row
  MATCH (a:Note {space: $space, uid: row.a})
  MATCH (b:Note {space: $space, uid: row.b})
  MERGE (a)-[similar:SIMILAR]->(b)
  SET similar.weight = row.weight, similar.by = row.by
}
CALL () {
  UNWIND $plan.linked AS row
  MATCH (a:Note {space: $space, uid: row.a})
  MATCH (b:Note {space: $space, uid: row.b})
  MERGE (a)-[linked:LINKED {reason: row.reason}]->(b)
  SET linked.weight = row.weight
}
CALL () {
  UNWIND $plan.supports AS row
  MATCH (n:Note {space: $space, uid: row.note})
  MATCH (by:Note {space: $space, uid: row.by})
  MERGE (n)-[:SUPPORTED_BY]->(by)
}
