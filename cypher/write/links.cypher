// Writes similar notes, links between notes, and the notes that support agent-generated ones.
// takes:   $space: string
//          $plan.similar: list<map{a, b, weight, by}> (a < b)
//          $plan.links: list<map{a, b, reason, weight}>
//          $plan.supports: list<map{note, by}>
CALL () {
  UNWIND $plan.similar AS row
  MATCH (a:Note {space: $space, uid: row.a})
  MATCH (b:Note {space: $space, uid: row.b})
  MERGE (a)-[similar:SIMILAR]->(b)
  SET similar.weight = row.weight, similar.by = row.by
}
CALL () {
  UNWIND $plan.links AS row
  MATCH (a:Note {space: $space, uid: row.a})
  MATCH (b:Note {space: $space, uid: row.b})
  MERGE (a)-[linked:LINKED {reason: row.reason}]->(b)
  SET linked.weight = row.weight
}
UNWIND $plan.supports AS row
MATCH (n:Note {space: $space, uid: row.note})
MATCH (by:Note {space: $space, uid: row.by})
MERGE (n)-[:SUPPORTED_BY]->(by)
