// The records of a walk: notes about the entities it reached and those that its hops rest on, with their sources.
// takes:   $space (the generation), $reached (uid, place, quota: newest notes about an entity),
//          $evidence (uid, place: notes of hops), $facts (uid, place: facts of hops), $cap (notes in all, by place),
//          $vectors (whether wanted), $vault (only notes of the vault, instead of all others);
//          the filters: $filtered, $kind, $verified, $trust, $roles, $relation, $entity, $by_turn, $since, $until,
//          $speaker, $role, $session, $agent
// returns: notes (properties, turns, about), turns (properties), facts (properties, subject, object, notes),
//          entities (properties)
CALL () {
  CALL () {
    UNWIND $reached AS row
    MATCH (:Entity {space: $space, uid: row.uid})<-[:ABOUT]-(node:Note)
    RETURN row.place AS place, row.quota AS quota, node
   UNION
    UNWIND $evidence AS row
    MATCH (node:Note {space: $space, uid: row.uid})
    RETURN row.place AS place, $cap AS quota, node
   UNION
    UNWIND $facts AS row
    MATCH (:Fact {space: $space, uid: row.uid})-[:FROM]->(node:Note)
    RETURN row.place AS place, $cap AS quota, node
  }
  WITH place, quota, node, $space AS space
  WHERE node.state = 'active' AND (node.kind = 'vault') = $vault AND (NOT $filtered OR (
    // the filters, the same in every statement that has them
    ($kind IS NULL OR node.kind = $kind)
    AND ($verified IS NULL OR node.verified = $verified)
    AND ($trust IS NULL OR node.trust = $trust OR node.role IN $roles)
    AND ($relation IS NULL OR EXISTS { (node)<-[:FROM]-(:Fact {type: $relation}) })
    AND ($entity IS NULL OR EXISTS {
      (node)-[:ABOUT|MENTIONS|SPOKEN_BY]->(:Entity)<-[:NAMES]-(:Name {space: space, key: $entity})
    })
    AND (NOT $by_turn OR EXISTS {
      MATCH (node)-[:FROM]->{0,1}(turn:Turn)
      WHERE ($since IS NULL OR turn.at >= $since) AND ($until IS NULL OR turn.at < $until)
        AND ($speaker IS NULL OR turn.speaker = $speaker) AND ($role IS NULL OR turn.role = $role)
        AND ($session IS NULL OR turn.session = $session) AND ($agent IS NULL OR turn.agent = $agent)
    })
    // end of the filters
  ))
  WITH place, quota, node ORDER BY place, node.at DESC, node.uid
  WITH place, quota, collect(node)[..quota] AS nodes
  UNWIND nodes AS node
  WITH node, min(place) AS place ORDER BY place, node.at DESC, node.uid LIMIT $cap
  RETURN collect(node) AS notes
}
CALL (notes) {
  UNWIND notes AS note
  RETURN collect(note {
    .*, embedding: CASE WHEN $vectors THEN note.embedding END,
    turns: COLLECT { MATCH (note)-[from:FROM]->(turn:Turn) RETURN turn.uid ORDER BY from.place, turn.uid },
    about: COLLECT { MATCH (note)-[:ABOUT]->(e:Entity) RETURN e.uid ORDER BY e.uid }
  }) AS note_rows
}
CALL (notes) {
  UNWIND notes AS note
  MATCH (note)-[:FROM]->(turn:Turn)
  WITH DISTINCT turn
  RETURN collect(turn {.*, embedding: CASE WHEN $vectors THEN turn.embedding END}) AS turns
}
CALL () {
  UNWIND $facts AS row
  MATCH (fact:Fact {space: $space, uid: row.uid})
  WITH DISTINCT fact
  MATCH (subject:Entity)<-[:SUBJECT]-(fact)-[:OBJECT]->(object:Entity)
  RETURN collect(fact {
    .*, subject: subject.uid, object: object.uid,
    notes: COLLECT { MATCH (fact)-[:FROM]->(n:Note) RETURN n.uid ORDER BY n.uid }
  }) AS facts
}
CALL (note_rows, facts) {
  CALL (note_rows, facts) {
    UNWIND note_rows AS row UNWIND row.about AS uid RETURN uid
   UNION
    UNWIND facts AS fact UNWIND [fact.subject, fact.object] AS uid RETURN uid
   UNION
    UNWIND $reached AS row RETURN row.uid AS uid
  }
  MATCH (entity:Entity {space: $space, uid: uid})
  RETURN collect(properties(entity)) AS entities
}
RETURN note_rows AS notes, turns, facts, entities
