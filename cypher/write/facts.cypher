// Facts with the typed edge that people match on. One that exists gains notes and keeps the rest.
// takes:   $space (the generation), $plan: facts (uid, subject, object, type, notes, properties; each uid once)
UNWIND $plan.facts AS row
MATCH (subject:Entity {space: $space, uid: row.subject})
MATCH (object:Entity {space: $space, uid: row.object})
MERGE (f:Fact {space: $space, uid: row.uid})
  ON CREATE SET f += row.properties, f.told_until = row.properties.holds_until, f.told_retired = row.properties.retired_at
WITH f, row, subject, object
CALL (f, row, subject, object) {
  // Not MERGE: a relationship of a type that only the row knows is looked for among all there are.
  WITH f, row, subject, object WHERE NOT EXISTS { (f)-[:SUBJECT]->() }
  CREATE (f)-[:SUBJECT]->(subject), (f)-[:OBJECT]->(object)
  CREATE (subject)-[edge:$(row.type) {fact: row.uid}]->(object)
  SET edge.holds_from = f.holds_from, edge.holds_until = f.holds_until
}
UNWIND row.notes AS uid
MATCH (n:Note {space: $space, uid: uid})
MERGE (f)-[:FROM]->(n)
