// Facts with the typed edge that people match on. One that exists gains notes and keeps the rest.
// takes:   $space (the generation), $facts (uid, subject, object, type, notes, properties)
UNWIND $facts AS row
MATCH (subject:Entity {space: $space, uid: row.subject})
MATCH (object:Entity {space: $space, uid: row.object})
MERGE (f:Fact {space: $space, uid: row.uid})
  ON CREATE SET f += row.properties
MERGE (f)-[:SUBJECT]->(subject)
MERGE (f)-[:OBJECT]->(object)
MERGE (subject)-[edge:$(row.type) {fact: row.uid}]->(object)
  ON CREATE SET edge.holds_from = f.holds_from, edge.holds_until = f.holds_until
WITH f, row
UNWIND row.notes AS uid
MATCH (n:Note {space: $space, uid: uid})
MERGE (f)-[:FROM]->(n)
