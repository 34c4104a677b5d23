// Deletes turns and what was derived from them alone. Turns beside them are as if only logged; facts that were
// superseded hold again, or inherit the end of what superseded them; facts that stay lose words that are gone.
// takes:   $namespace (whose), $space (its generation), $plan: turns, beside (turns), notes, facts, reworded (facts),
//          restored (facts), all as uids; ended (fact, via whose end it takes), inherited (fact, via, by that ended
//          via), of uids
CALL () {
  UNWIND $plan.inherited AS row
  MATCH (f:Fact {space: $space, uid: row.fact})
  MATCH (:Fact {space: $space, uid: row.via})<-[end:SUPERSEDES]-(newer:Fact {space: $space, uid: row.by})
  MERGE (newer)-[supersedes:SUPERSEDES]->(f)
    ON CREATE SET supersedes.at = end.at, supersedes.reason = end.reason
}
CALL () {
  UNWIND $plan.ended AS row
  MATCH (f:Fact {space: $space, uid: row.fact})
  MATCH (via:Fact {space: $space, uid: row.via})
  SET f.holds_until = via.holds_until, f.retired_at = via.retired_at
  WITH f, via
  MATCH (f)-[:SUBJECT]->(subject:Entity)
  MATCH (f)-[:OBJECT]->(object:Entity)
  MATCH (subject)-[edge:$(f.type) {fact: f.uid}]->(object)
  SET edge.holds_until = via.holds_until
}
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
  UNWIND $plan.reworded AS uid
  MATCH (f:Fact {space: $space, uid: uid})
  CALL (f) {
    MATCH (f)-[:FROM]->(n:Note)
    RETURN n.text AS text ORDER BY n.said_at, n.uid LIMIT 1
  }
  SET f.text = text
}
CALL () {
  UNWIND $plan.beside AS uid
  MATCH (t:Turn {namespace: $namespace, uid: uid})
  SET t.state = 'pending'
  REMOVE t.embedding, t.vector
  WITH t
  MATCH (t)-[link:MENTIONS|SPOKEN_BY|OWN|FROM]-()
  DELETE link
}
CALL () {
  UNWIND $plan.turns AS uid
  MATCH (t:Turn {namespace: $namespace, uid: uid})
  DETACH DELETE t
}
