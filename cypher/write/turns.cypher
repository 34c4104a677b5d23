// Writes the results of extraction about turns (state, vector, speaker, the positions in the session that were read together), the
// entities that notes are about.
// takes:   $namespace: string
//          $space: string
//          $plan.turns: list<map{uid, speaker, properties, embedding, embedding_property, context_span}>
//          $plan.abouts: list<map{note, entity, role}>
CALL () {
  UNWIND $plan.turns AS row
  MATCH (t:Turn {namespace: $namespace, uid: row.uid})
  SET t += row.properties
  SET t.context_span = CASE
    WHEN row.context_span IS NULL THEN t.context_span
    WHEN t.context_span IS NULL THEN row.context_span
    ELSE [
      CASE WHEN t.context_span[0] < row.context_span[0] THEN t.context_span[0] ELSE row.context_span[0] END,
      CASE WHEN t.context_span[1] > row.context_span[1] THEN t.context_span[1] ELSE row.context_span[1] END
    ]
  END
  WITH t, row
  CALL (t, row) {
    WITH t, row WHERE row.embedding IS NOT NULL
    CALL db.create.setNodeVectorProperty(t, row.embedding_property, row.embedding)
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
