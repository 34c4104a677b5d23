// Everything about the candidates that ranking needs, and the turns beside the best ones.
// takes:   $namespace (whose), $space (its generation), $notes, $turns (uids of candidates), $vectors (whether wanted),
//          $best (uids of turns), $distance (how far their neighbours stand), $keys (name keys),
//          $frequencies (term, query: Lucene), $cap (the highest frequency told), $turns_too (are turns candidates);
//          the filters, for neighbours: $filtered, $kind, $verified, $trust, $roles, $relation, $entity, $by_turn, $since,
//          $until, $speaker, $role, $session, $agent
// returns: neighbours (uids), turns and notes (properties, about), facts (properties, subject, object, notes),
//          entities (properties), named (key, entity; by mentions), frequencies (term, documents)
CALL () {
  UNWIND CASE WHEN $turns_too THEN $best ELSE [] END AS uid
  MATCH (best:Turn {namespace: $namespace, uid: uid})
  CALL (best) {
    MATCH (node:Turn {namespace: $namespace, session: best.session})
    WHERE node.position >= best.position - $distance AND node.position <= best.position + $distance
    RETURN node
  }
  WITH best, node, $space AS space
  WHERE node <> best AND (NOT $filtered OR (
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
  RETURN collect(DISTINCT node) AS neighbours
}
CALL (neighbours) {
  CALL (neighbours) {
    UNWIND neighbours AS turn RETURN turn
   UNION
    UNWIND $turns AS uid MATCH (turn:Turn {namespace: $namespace, uid: uid}) RETURN turn
   UNION
    UNWIND $notes AS uid MATCH (:Note {space: $space, uid: uid})-[:FROM]->(turn:Turn) RETURN turn
  }
  RETURN collect(turn {
    .*, embedding: CASE WHEN $vectors THEN turn.embedding END,
    about: COLLECT { MATCH (turn)-[:MENTIONS]->(e:Entity) WHERE e.space = $space RETURN e.uid ORDER BY e.uid }
  }) AS turn_rows
}
CALL () {
  UNWIND $notes AS uid
  MATCH (note:Note {space: $space, uid: uid})
  RETURN collect(note {
    .*, embedding: CASE WHEN $vectors THEN note.embedding END,
    turns: COLLECT { MATCH (note)-[from:FROM]->(turn:Turn) RETURN turn.uid ORDER BY from.place, turn.uid },
    about: COLLECT { MATCH (note)-[:ABOUT]->(e:Entity) RETURN e.uid ORDER BY e.uid }
  }) AS note_rows
}
CALL () {
  UNWIND $notes AS uid
  MATCH (:Note {space: $space, uid: uid})<-[:FROM]-(fact:Fact)
  WITH DISTINCT fact
  MATCH (subject:Entity)<-[:SUBJECT]-(fact)-[:OBJECT]->(object:Entity)
  RETURN collect(fact {
    .*, subject: subject.uid, object: object.uid,
    notes: COLLECT { MATCH (fact)-[:FROM]->(n:Note) RETURN n.uid ORDER BY n.uid }
  }) AS facts
}
CALL (turn_rows, note_rows, facts) {
  CALL (turn_rows, note_rows, facts) {
    UNWIND turn_rows + note_rows AS row UNWIND row.about AS uid RETURN uid
   UNION
    UNWIND facts AS fact UNWIND [fact.subject, fact.object] AS uid RETURN uid
  }
  MATCH (entity:Entity {space: $space, uid: uid})
  RETURN collect(properties(entity)) AS entities
}
RETURN [turn IN neighbours | turn.uid] AS neighbours, turn_rows AS turns, note_rows AS notes, facts, entities,
  COLLECT {
    UNWIND $keys AS key
    MATCH (:Name {space: $space, key: key})-[:NAMES]->(e:Entity)
    WITH key, e ORDER BY e.mentions DESC, e.uid
    RETURN {key: key, entity: properties(e)}
  } AS named,
  COLLECT {
    UNWIND $frequencies AS frequency
    CALL (frequency) {
      CALL db.index.fulltext.queryNodes('memgraph_terms', frequency.query, {limit: $cap}) YIELD node
      RETURN count(node) AS documents
    }
    RETURN {term: frequency.term, documents: documents}
  } AS frequencies
