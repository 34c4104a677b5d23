// Creates names (labels, types, properties) in the server that the statements use and that no node has yet.
// takes:   $labels: list<string>
//          $types: list<string> (of relationships)
//          $properties: map (name → any value; one node gets and loses all of them, because the server creates the names of a map
//          in one transaction and each name of db.createProperty in its own)
CALL () {
  UNWIND $labels AS name
  CALL db.createLabel(name)
}
CALL () {
  UNWIND $types AS name
  CALL db.createRelationshipType(name)
}
CREATE (n)
SET n += $properties
DELETE n
