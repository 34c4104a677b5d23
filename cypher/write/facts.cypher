// Writes facts, each with a typed relationship between its entities. An existing fact gets further source notes and keeps its
// other properties.
// takes:   $space: string
//          $plan.facts: list<map{uid, subject, object, type, notes, properties}> (each uid once)
UNWIND $plan.facts AS row
MATCH (subject:Entity {space: $space, uid: row.subject})
MATCH (object:Entity {space: $space, uid: row.object})
MERGE (f:Fact {space: $space, uid: row.uid})
  ON CREATE SET f += row.properties, f.stated_until = row.properties.holds_until, f.stated_retired_at = row.properties.retired_at
WITH f, row, subject, object
CALL (f, row, subject, object) {
  // CREATE and not MERGE: MERGE on a dynamic type would examine all relationships of the entity.
  WITH f, row, subject, object WHERE NOT EXISTS { (f)-[:SUBJECT]->() }
  CREATE (f)-[:SUBJECT]->(subject), (f)-[:OBJECT]->(object)
  CREATE (subject)-[edge:$(row.type) {fact: row.uid}]->(object)
  SET edge.holds_from = f.holds_from, edge.holds_until = f.holds_until
}
UNWIND row.notes AS uid
MATCH (n:Note {space: $space, uid: uid})
MERGE (f)-[:FROM]->(n)
