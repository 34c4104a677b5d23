// Facts with the typed edge that people match on: one that exists gains notes and keeps the rest. Then why facts ended: reasons
// are taken back, others are kept, and facts end, or are as their own words tell. And facts that contradict each other.
// takes:   $namespace (whose), $space (its generation), $plan: facts (uid, subject, object, type, notes, properties; each uid
//          once), undone (fact, by, turn), kept (fact, by, turn, properties: of the reason; what superseded it, or the turn that
//          said so), ends (fact, until, at; null: as its own words tell), conflicts (a, b: uids of facts; at, reason)
CALL () {
  UNWIND $plan.facts AS row
  MATCH (subject:Entity {space: $space, uid: row.subject})
  MATCH (object:Entity {space: $space, uid: row.object})
  MERGE (f:Fact {space: $space, uid: row.uid})
    ON CREATE SET f += row.properties, f.told_until = row.properties.holds_until, f.told_retired = row.properties.retired_at
  WITH f, row, subject, object
  CALL (f, row, subject, object) {
    // Not MERGE: a relationship of a type that only the row knows is looked for among all there are.
    WITH f, row, subject, object WHERE NOT EXISTS { (f)-[:SUBJECT]->() }
    CREATE (f)-[:SUBJECT]->(subject), (f)-[:OBJECT]->(object)
    CREATE (subject)-[edge:$(row.type) {fact: row.uid}]->(object)
    SET edge.holds_from = f.holds_from, edge.holds_until = f.holds_until
  }
  UNWIND row.notes AS uid
  MATCH (n:Note {space: $space, uid: uid})
  MERGE (f)-[:FROM]->(n)
}
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
  UNWIND $plan.kept AS row
  MATCH (f:Fact {space: $space, uid: row.fact})
  MATCH (newer:Fact {space: $space, uid: row.by})
  MERGE (newer)-[why:SUPERSEDES]->(f)
  SET why += row.properties, why.turn = row.turn
}
CALL () {
  UNWIND $plan.kept AS row
  WITH row WHERE row.by IS NULL
  MATCH (f:Fact {space: $space, uid: row.fact})
  MATCH (t:Turn {namespace: $namespace, uid: row.turn})
  MERGE (f)-[ended:ENDED_BY]->(t)
  SET ended += row.properties
}
CALL () {
  UNWIND $plan.ends AS row
  MATCH (f:Fact {space: $space, uid: row.fact})
  SET f.holds_until = coalesce(row.until, f.told_until),
    f.retired_at = CASE WHEN row.until IS NULL THEN f.told_retired ELSE row.at END
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
