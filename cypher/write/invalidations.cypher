// Writes the reasons for the ends of facts: withdraws reasons, adds reasons, and sets the resulting ends. Then writes the
// conflicts between facts.
// takes:   $namespace: string
//          $space: string
//          $plan.withdrawn: list<map{fact, by, turn}> (by: the newer fact; null: the turn ended it)
//          $plan.reasons: list<map{fact, by, turn, properties}>
//          $plan.ends: list<map{fact, until, at}> (null: as the fact's own text states)
//          $plan.conflicts: list<map{a, b, at, reason}> (a, b: uids of facts)
CALL () {
  UNWIND $plan.withdrawn AS row
  MATCH (f:Fact {space: $space, uid: row.fact})<-[why:SUPERSEDES]-(:Fact {space: $space, uid: row.by})
  DELETE why
}
CALL () {
  UNWIND $plan.withdrawn AS row
  MATCH (f:Fact {space: $space, uid: row.fact})-[why:ENDED_BY]->(t:Turn {namespace: $namespace, uid: row.turn})
  WHERE row.by IS NULL
  DELETE why
}
CALL () {
  UNWIND $plan.reasons AS row
  MATCH (f:Fact {space: $space, uid: row.fact})
  MATCH (newer:Fact {space: $space, uid: row.by})
  MERGE (newer)-[why:SUPERSEDES]->(f)
  SET why += row.properties, why.turn = row.turn
}
CALL () {
  UNWIND $plan.reasons AS row
  WITH row WHERE row.by IS NULL
  MATCH (f:Fact {space: $space, uid: row.fact})
  MATCH (t:Turn {namespace: $namespace, uid: row.turn})
  MERGE (f)-[ended:ENDED_BY]->(t)
  SET ended += row.properties
}
CALL () {
  UNWIND $plan.ends AS row
  MATCH (f:Fact {space: $space, uid: row.fact})
  SET f.holds_until = coalesce(row.until, f.stated_until),
    f.retired_at = CASE WHEN row.until IS NULL THEN f.stated_retired_at ELSE row.at END
  WITH f
  MATCH (f)-[:SUBJECT]->(subject:Entity)
  MATCH (f)-[:OBJECT]->(object:Entity)
  MATCH (subject)-[edge:$(f.type) {fact: f.uid}]->(object)
  SET edge.holds_until = f.holds_until
}
UNWIND $plan.conflicts AS row
MATCH (a:Fact {space: $space, uid: row.a})
MATCH (b:Fact {space: $space, uid: row.b})
MERGE (a)-[conflicts:CONFLICTS]->(b)
SET conflicts.at = row.at, conflicts.reason = row.reason
