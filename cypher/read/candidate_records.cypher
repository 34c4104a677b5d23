// Everything that ranking needs about the candidates, and the turns next to the best ones.
// takes:   $namespace: string
//          $space: string
//          $ask.notes: list<string> (uids of candidates)
//          $ask.turns: list<string>
//          $ask.best: list<string> (uids of the turns whose neighbours are returned)
//          $ask.distance: integer (positions between a turn and its neighbours)
//          $ask.note_vector: string? (the property with vectors; null: no vectors)
//          $ask.turn_vector: string?
//          $ask.keys: list<string> (name keys)
//          $columns: map (see the fragments)
// returns: kind: string (neighbour: uid; turn: its row and the uids of entities that it mentions; note; fact; entity; named: key and entity)
//          rows: list<list>
WITH $space AS space, $ask.note_vector AS note_vector, $ask.turn_vector AS turn_vector
CALL (space) {
  UNWIND $ask.best AS uid
  MATCH (best:Turn {namespace: $namespace, uid: uid})
  CALL (best) {
    MATCH (node:Turn {namespace: $namespace, session: best.session})
    WHERE node.position >= best.position - $ask.distance AND node.position <= best.position + $ask.distance
    RETURN node
  }
  WITH best, node, space
  WHERE node <> best
    // include fragments/filters
  RETURN collect(DISTINCT node) AS neighbours
}
CALL () {
  UNWIND $ask.notes AS uid
  MATCH (note:Note {space: $space, uid: uid})
  RETURN collect(note) AS notes
}
CALL (space, neighbours, notes) {
  CALL (neighbours, notes) {
    UNWIND neighbours AS turn
    RETURN turn
   UNION
    UNWIND $ask.turns AS uid
    MATCH (turn:Turn {namespace: $namespace, uid: uid})
    RETURN turn
   UNION
    UNWIND notes AS note
    MATCH (note)-[:FROM]->(turn:Turn)
    RETURN turn
  }
  // The entities of a turn are read once, for its row and for their own.
  RETURN collect({turn: turn, mentioned: COLLECT { MATCH (turn)-[:MENTIONS]->(e:Entity) WHERE e.space = space RETURN e }}) AS turns
}
CALL (notes) {
  UNWIND notes AS note
  MATCH (note)<-[:FROM]-(fact:Fact)
  RETURN collect(DISTINCT fact) AS facts
}
CALL (space, note_vector, turn_vector, neighbours, notes, turns, facts) {
  RETURN 'neighbour' AS kind, [turn IN neighbours | [turn.uid]] AS rows
 UNION ALL
  UNWIND turns AS each
  WITH each.turn AS turn, each.mentioned AS mentioned, turn_vector
  RETURN 'turn' AS kind, collect(
    // include fragments/turn_row
    + [[e IN mentioned | e.uid]]
  ) AS rows
 UNION ALL
  UNWIND notes AS note
  RETURN 'note' AS kind, collect(
    // include fragments/note_row
  ) AS rows
 UNION ALL
  UNWIND facts AS fact
  MATCH (subject:Entity)<-[:SUBJECT]-(fact)-[:OBJECT]->(object:Entity)
  RETURN 'fact' AS kind, collect(
    // include fragments/fact_row
  ) AS rows
 UNION ALL
  CALL (notes, turns, facts) {
    UNWIND turns AS each
    UNWIND each.mentioned AS e
    RETURN e
   UNION
    UNWIND notes AS note
    MATCH (note)-[:ABOUT]->(e:Entity)
    RETURN e
   UNION
    UNWIND facts AS fact
    MATCH (fact)-[:SUBJECT|OBJECT]->(e:Entity)
    RETURN e
  }
  RETURN 'entity' AS kind, collect(
    // include fragments/entity_row
  ) AS rows
 UNION ALL
  UNWIND $ask.keys AS key
  MATCH (:Name {space: space, key: key})-[:NAMES]->(e:Entity)
  WITH key, e ORDER BY e.mentions DESC, e.uid
  RETURN 'named' AS kind, collect([key] +
    // include fragments/entity_row
  ) AS rows
}
RETURN kind, rows
