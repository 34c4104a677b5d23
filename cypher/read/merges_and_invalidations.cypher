// Input of a plan about merged entities and ended facts: all members of the trees that contain these entities, and the reasons
// for the ends of these facts, of the facts that they ended, and of the facts that ended them.
// takes:   $space: string
//          $ask.entities: list<string> (uids)
//          $ask.facts: list<string> (uids)
// returns: kind: string (member or invalidation)
//          row: map (member: uid, parent, turn that stated the merge, bare: whether it has no relationships of its own; invalidation: fact, by, turn, until, at, dated, corrects, reason)
UNWIND $ask.entities AS uid
MATCH (given:Entity {space: $space, uid: uid})
WITH DISTINCT coalesce(given.canonical, given.uid) AS uid
MATCH (root:Entity {space: $space, uid: uid})
MATCH (e:Entity)-[:SAME_AS*0..]->(root)
OPTIONAL MATCH (e)-[same:SAME_AS]->(parent:Entity)
RETURN 'member' AS kind, {uid: e.uid, parent: parent.uid, turn: same.turn, bare: NOT (
  EXISTS { (e)<-[own:OWN]-() WHERE own.type <> 'NAMES' }
  OR EXISTS { (e)<-[own:MENTIONS|SPOKEN_BY|ABOUT]-() WHERE own.via IS NULL }
  OR EXISTS { (root)<-[own:SUBJECT|OBJECT]-() WHERE coalesce(own.via, root.uid) = e.uid }
)} AS row
UNION ALL
UNWIND $ask.facts AS uid
MATCH (given:Fact {space: $space, uid: uid})
MATCH (given)-[:SUPERSEDES*0..1]-(f:Fact)
WITH DISTINCT f
MATCH (f)<-[why:SUPERSEDES]-(cause:Fact)
RETURN 'invalidation' AS kind, {fact: f.uid, by: cause.uid, turn: why.turn, until: coalesce(why.until, f.holds_until), at: why.at,
  dated: coalesce(why.dated, false), corrects: coalesce(why.corrects, false), reason: why.reason} AS row
UNION ALL
UNWIND $ask.facts AS uid
MATCH (given:Fact {space: $space, uid: uid})
MATCH (given)-[:SUPERSEDES*0..1]-(f:Fact)
WITH DISTINCT f
MATCH (f)-[why:ENDED_BY]->(cause:Turn)
RETURN 'invalidation' AS kind, {fact: f.uid, by: NULL, turn: cause.uid, until: why.until, at: why.at,
  dated: coalesce(why.dated, false), corrects: coalesce(why.corrects, false), reason: why.reason} AS row
