// Deletes turns and what was derived from them alone; facts that these superseded hold again.
// takes:   $namespace (whose), $space (its generation), $plan: turns, notes, facts, restored (uids)
CALL () {
  UNWIND $plan.facts AS uid
  MATCH (f:Fact {space: $space, uid: uid})
  CALL (f) {
    MATCH (f)-[:SUBJECT]->(subject:Entity)
    MATCH (f)-[:OBJECT]->(object:Entity)
    MATCH (subject)-[edge:$(f.type) {fact: f.uid}]->(object)
    DELETE edge
  }
  DETACH DELETE f
}
CALL () {
  UNWIND $plan.restored AS uid
  MATCH (f:Fact {space: $space, uid: uid})
  REMOVE f.holds_until, f.retired_at
  WITH f
  MATCH (f)-[:SUBJECT]->(subject:Entity)
  MATCH (f)-[:OBJECT]->(object:Entity)
  MATCH (subject)-[edge:$(f.type) {fact: f.uid}]->(object)
  REMOVE edge.holds_until
}
CALL () {
  UNWIND $plan.notes AS uid
  MATCH (n:Note {space: $space, uid: uid})
  DETACH DELETE n
}
CALL () {
  UNWIND $plan.turns AS uid
  MATCH (t:Turn {namespace: $namespace, uid: uid})
  DETACH DELETE t
}
