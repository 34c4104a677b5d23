// What a plan needs of what is merged and of why facts ended. The trees of entities that are merged in which given ones are:
// what an entity is merged into is its parent. Why facts ended, and why those ended that these ended or were ended by.
// takes:   $space (the generation), $ask: entities (uids), facts (uids)
// returns: kind and row: a tree's member (uid, parent: uid, or null; turn: uid of the turn that told so, or null; bare: whether it
//          has nothing of its own); a closing (fact, by: what took its place, null: a turn ended it; turn, until, at, dated, corrects, reason)
UNWIND $ask.entities AS uid
MATCH (given:Entity {space: $space, uid: uid})
WITH DISTINCT coalesce(given.canonical, given.uid) AS uid
MATCH (root:Entity {space: $space, uid: uid})
MATCH (e:Entity)-[:SAME_AS*0..]->(root)
OPTIONAL MATCH (e)-[same:SAME_AS]->(parent:Entity)
RETURN 'member' AS kind, {uid: e.uid, parent: parent.uid, turn: same.turn, bare: NOT (
  EXISTS { (e)<-[own:OWN]-() WHERE own.was <> 'NAMES' }
  OR EXISTS { (e)<-[own:MENTIONS|SPOKEN_BY|ABOUT]-() WHERE own.via IS NULL }
  OR EXISTS { (root)<-[own:SUBJECT|OBJECT]-() WHERE coalesce(own.via, root.uid) = e.uid }
)} AS row
UNION ALL
UNWIND $ask.facts AS uid
MATCH (given:Fact {space: $space, uid: uid})
MATCH (given)-[:SUPERSEDES*0..1]-(f:Fact)
WITH DISTINCT f
MATCH (f)<-[why:SUPERSEDES]-(cause:Fact)
RETURN 'closing' AS kind, {fact: f.uid, by: cause.uid, turn: why.turn, until: coalesce(why.until, f.holds_until), at: why.at,
  dated: coalesce(why.dated, false), corrects: coalesce(why.corrects, false), reason: why.reason} AS row
UNION ALL
UNWIND $ask.facts AS uid
MATCH (given:Fact {space: $space, uid: uid})
MATCH (given)-[:SUPERSEDES*0..1]-(f:Fact)
WITH DISTINCT f
MATCH (f)-[why:ENDED_BY]->(cause:Turn)
RETURN 'closing' AS kind, {fact: f.uid, by: NULL, turn: cause.uid, until: why.until, at: why.at,
  dated: coalesce(why.dated, false), corrects: coalesce(why.corrects, false), reason: why.reason} AS row
