// Removes a part of a generation that is no longer visible.
// takes:   $space: string
//          $plan.limit: integer (nodes of each kind)
// returns: removed: integer (nodes; 0 when nothing remains)
CALL () {
  MATCH (f:Fact {space: $space}) WHERE f.uid IS NOT NULL
  WITH f LIMIT $plan.limit
  DETACH DELETE f
  RETURN count(*) AS facts
}
CALL () {
  MATCH (n:Note {space: $space}) USING INDEX SEEK n:Note(space, uid) WHERE n.uid IS NOT NULL
  WITH n LIMIT $plan.limit
  CALL (n) {
    MATCH (n)-[:REVISION]->(r:Revision)
    DETACH DELETE r
  }
  DETACH DELETE n
  RETURN count(*) AS notes
}
CALL () {
  MATCH (m:Name {space: $space}) WHERE m.key IS NOT NULL
  WITH m LIMIT $plan.limit
  DETACH DELETE m
  RETURN count(*) AS names
}
CALL () {
  MATCH (e:Entity {space: $space}) WHERE e.uid IS NOT NULL
  WITH e LIMIT $plan.limit
  DETACH DELETE e
  RETURN count(*) AS entities
}
RETURN facts + notes + names + entities AS removed
