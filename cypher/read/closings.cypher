// Why facts ended, and why those ended that these ended or were ended by.
// takes:   $space (the generation), $ask: facts (uids)
// returns: fact, by (what took its place; null: a turn ended it), turn, until, at, dated, corrects, reason
UNWIND $ask.facts AS uid
MATCH (given:Fact {space: $space, uid: uid})
MATCH (given)-[:SUPERSEDES*0..1]-(f:Fact)
WITH DISTINCT f
MATCH (f)<-[why:SUPERSEDES]-(cause:Fact)
RETURN f.uid AS fact, cause.uid AS by, why.turn AS turn, coalesce(why.until, f.holds_until) AS until, why.at AS at,
  coalesce(why.dated, false) AS dated, coalesce(why.corrects, false) AS corrects, why.reason AS reason
UNION
UNWIND $ask.facts AS uid
MATCH (given:Fact {space: $space, uid: uid})
MATCH (given)-[:SUPERSEDES*0..1]-(f:Fact)
WITH DISTINCT f
MATCH (f)-[why:ENDED_BY]->(cause:Turn)
RETURN f.uid AS fact, NULL AS by, cause.uid AS turn, why.until AS until, why.at AS at,
  coalesce(why.dated, false) AS dated, coalesce(why.corrects, false) AS corrects, why.reason AS reason
