// What notes are about, which resemble each other, what ties them, and what those of programs rest on.
// takes:   $space (the generation), $plan: abouts (note, entity, role), similar (a, b, weight, by; a < b), linked (a, b,
//          reason, weight), supports (note, by)
CALL () {
  UNWIND $plan.abouts AS row
  MATCH (n:Note {space: $space, uid: row.note})
  MATCH (e:Entity {space: $space, uid: row.entity})
  MERGE (n)-[about:ABOUT]->(e)
    ON CREATE SET about.role = row.role
    ON MATCH SET about.role = CASE WHEN about.via IS NULL THEN about.role ELSE row.role END, about.via = NULL
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
