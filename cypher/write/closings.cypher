// Facts that stop holding, and why: what superseded them, or the turn that said so. And facts that contradict each other.
// takes:   $namespace (whose), $space (its generation), $plan: closings (fact, holds_until, retired_at, by, turn, properties: of
//          the reason), conflicts (a, b: uids of facts; at, reason)
CALL () {
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
    SET supersedes += row.properties, supersedes.turn = row.turn
  }
  CALL (f, row) {
    WITH f, row WHERE row.by IS NULL
    MATCH (t:Turn {namespace: $namespace, uid: row.turn})
    MERGE (f)-[ended:ENDED_BY]->(t)
    SET ended += row.properties
  }
}
UNWIND $plan.conflicts AS row
MATCH (a:Fact {space: $space, uid: row.a})
MATCH (b:Fact {space: $space, uid: row.b})
MERGE (a)-[conflicts:CONFLICTS]->(b)
SET conflicts.at = row.at, conflicts.reason = row.reason
