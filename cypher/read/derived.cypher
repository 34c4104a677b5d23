// What was derived from turns, and whether it stands without them.
// takes:   $namespace (whose), $ask: turns (uids)
// returns: notes, facts, kept_notes, kept_facts (which others support), restored_facts (that hold again), entities
//          (touched), all as uids
CALL () {
  UNWIND $ask.turns AS uid
  MATCH (:Turn {namespace: $namespace, uid: uid})<-[:FROM]-(n:Note)
  WITH n, count(*) AS lost
  RETURN collect(CASE WHEN lost = COUNT { (n)-[:FROM]->() } THEN n END) AS notes,
    collect(CASE WHEN lost < COUNT { (n)-[:FROM]->() } THEN n.uid END) AS kept_notes
}
CALL (notes) {
  UNWIND notes AS n
  MATCH (n)<-[:FROM]-(f:Fact)
  WITH f, count(*) AS lost
  RETURN collect(CASE WHEN lost = COUNT { (f)-[:FROM]->() } THEN f END) AS facts,
    collect(CASE WHEN lost < COUNT { (f)-[:FROM]->() } THEN f.uid END) AS kept_facts
}
CALL (facts) {
  UNWIND facts AS f
  MATCH (f)-[:SUPERSEDES]->(old:Fact)
  WHERE NOT old IN facts AND NOT EXISTS { MATCH (old)<-[:SUPERSEDES]-(other:Fact) WHERE NOT other IN facts }
  RETURN collect(DISTINCT old.uid) AS restored_facts
}
CALL (notes, facts) {
  CALL (notes, facts) {
    UNWIND $ask.turns AS uid
    MATCH (:Turn {namespace: $namespace, uid: uid})-[:MENTIONS|SPOKEN_BY]->(e:Entity)
    RETURN e
   UNION
    UNWIND notes AS n MATCH (n)-[:ABOUT]->(e:Entity)
    RETURN e
   UNION
    UNWIND facts AS f MATCH (f)-[:SUBJECT|OBJECT]->(e:Entity)
    RETURN e
  }
  RETURN collect(e.uid) AS entities
}
RETURN [n IN notes | n.uid] AS notes, kept_notes, [f IN facts | f.uid] AS facts, kept_facts, restored_facts, entities
