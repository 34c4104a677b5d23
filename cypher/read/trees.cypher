// The trees of entities that are merged in which given ones are. What an entity is merged into is its parent.
// takes:   $space (the generation), $ask: entities (uids)
// returns: uid, parent (uid, or null), turn (uid of the turn that told so, or null), bare (whether it has nothing of its own)
UNWIND $ask.entities AS uid
MATCH (given:Entity {space: $space, uid: uid})
WITH DISTINCT coalesce(given.canonical, given.uid) AS uid
MATCH (root:Entity {space: $space, uid: uid})
MATCH (e:Entity)-[:SAME_AS*0..]->(root)
OPTIONAL MATCH (e)-[same:SAME_AS]->(parent:Entity)
RETURN e.uid AS uid, parent.uid AS parent, same.turn AS turn, NOT (
  EXISTS { (e)<-[own:OWN]-() WHERE own.was <> 'NAMES' }
  OR EXISTS { (e)<-[own:MENTIONS|SPOKEN_BY|ABOUT]-() WHERE own.via IS NULL }
  OR EXISTS { (root)<-[own:SUBJECT|OBJECT]-() WHERE coalesce(own.via, root.uid) = e.uid }
) AS bare
