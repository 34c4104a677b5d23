// Facts that stop holding, and what superseded them.
// takes:   $space (the generation), $plan: closings (fact, holds_until, retired_at, reason, by)
UNWIND $plan.closings AS row
MATCH (f:Fact {space: $space, uid: row.fact})
SET f.holds_until = row.holds_until, f.retired_at = row.retired_at
WITH f, row
CALL (f, row) {
  MATCH (f)-[:SUBJECT]->(subject:Entity)
  MATCH (f)-[:OBJECT]->(object:Entity)
  MATCH (subject)-[edge:$(f.type) {fact: f.uid}]->(object)
  SET edge.holds_until = row.holds_until
}
CALL (f, row) {
  MATCH (newer:Fact {space: $space, uid: row.by})
  MERGE (newer)-[supersedes:SUPERSEDES]->(f)
  SET supersedes.at = row.retired_at, supersedes.reason = row.reason
}
