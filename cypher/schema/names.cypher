// Creates names (labels, types, properties) in the server that the statements use and that no node has yet.
// takes:   $labels: list<string>
//          $types: list<string> (of relationships)
//          $properties: list<string>
CALL () {
  UNWIND $labels AS name
  CALL db.createLabel(name)
}
CALL () {
  UNWIND $types AS name
  CALL db.createRelationshipType(name)
}
UNWIND $properties AS name
CALL db.createProperty(name)
