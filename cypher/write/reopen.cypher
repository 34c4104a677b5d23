// Takes back why facts ended, and has them end as the other reasons say.
// takes:   $namespace (whose), $space (its generation), $plan: undone (fact, by, turn), ends (fact, until, at; null: it is as
//          its own words tell), inherited (fact, by, turn, properties: of what ends facts in place of what is gone)
CALL () {
  UNWIND $plan.undone AS row
  MATCH (f:Fact {space: $space, uid: row.fact})<-[why:SUPERSEDES]-(:Fact {space: $space, uid: row.by})
  DELETE why
}
CALL () {
  UNWIND $plan.undone AS row
  MATCH (f:Fact {space: $space, uid: row.fact})-[why:ENDED_BY]->(t:Turn {namespace: $namespace, uid: row.turn})
  WHERE row.by IS NULL
  DELETE why
}
CALL () {
  UNWIND $plan.inherited AS row
  MATCH (f:Fact {space: $space, uid: row.fact})
  MATCH (newer:Fact {space: $space, uid: row.by})
  MERGE (newer)-[why:SUPERSEDES]->(f)
  SET why += row.properties, why.turn = row.turn
}
UNWIND $plan.ends AS row
MATCH (f:Fact {space: $space, uid: row.fact})
SET f.holds_until = coalesce(row.until, f.told_until),
  f.retired_at = CASE WHEN row.until IS NULL THEN f.told_retired ELSE row.at END
WITH f
MATCH (f)-[:SUBJECT]->(subject:Entity)
MATCH (f)-[:OBJECT]->(object:Entity)
MATCH (subject)-[edge:$(f.type) {fact: f.uid}]->(object)
SET edge.holds_until = f.holds_until
