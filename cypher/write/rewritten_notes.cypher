// Removes the revisions of notes that were written again, and corrects the times in their relationships.
// takes:   $space: string
//          $plan.notes: list<string> (uids)
UNWIND $plan.notes AS uid
MATCH (n:Note {space: $space, uid: uid})
CALL (n) {
  MATCH (n)-[:REVISION]->(r:Revision)
  DETACH DELETE r
}
CALL (n) {
  MATCH (n)-[about:ABOUT|OWN]->(:Entity) WHERE about.at <> n.at
  SET about.at = n.at
}
