// Deletes and writes the edges from abstractions to their instances, deletes named links, and sets the states of notes.
// takes:   $space: string
//          $plan.abstracts_removed: list<map{note, instance}>
//          $plan.links_removed: list<map{a, b, reason}>
//          $plan.abstracts: list<map{note, instance}>
//          $plan.states: list<map{note, state}>
CALL () {
  UNWIND $plan.abstracts_removed AS row
  MATCH (:Note {space: $space, uid: row.note})-[edge:ABSTRACTS]->(:Note {space: $space, uid: row.instance})
  DELETE edge
}
CALL () {
  UNWIND $plan.links_removed AS row
  MATCH (:Note {space: $space, uid: row.a})-[edge:LINKED {reason: row.reason}]->(:Note {space: $space, uid: row.b})
  DELETE edge
}
CALL () {
  UNWIND $plan.abstracts AS row
  MATCH (n:Note {space: $space, uid: row.note})
  MATCH (instance:Note {space: $space, uid: row.instance})
  MERGE (n)-[:ABSTRACTS]->(instance)
}
UNWIND $plan.states AS row
MATCH (n:Note {space: $space, uid: row.note})
SET n.state = row.state
