// Records by uid, and the records next to them: the turns and entities of notes, the ends of facts, the entities that turns
// mention, and the turns next to the best turns. Two verbs share it, because planning it takes long on a new server.
// takes:   $namespace: string
//          $space: string
//          $ask.notes: list<string> (uids)
//          $ask.facts: list<string>
//          $ask.facts_of_notes: boolean (whether also the facts from these notes are returned)
//          $ask.turns: list<string>
//          $ask.best: list<string> (uids of the turns whose neighbours are returned)
//          $ask.distance: integer (positions between a turn and its neighbours)
//          $ask.mentions: boolean (whether also the entities that the turns mention are returned)
//          $ask.entities: list<string>
//          $ask.keys: list<string> (name keys)
//          $ask.note_vector: string? (the property with the vectors of notes; null: no vectors)
//          $ask.turn_vector: string?
//          $columns: map (see the fragments)
// returns: note: list<list> (a row each)
//          fact: list<list>
//          turn: list<list>
//          entity: list<list>
//          named: list<list> (a name key, and the row of an entity of this name)
//          neighbour: list<list> (uid)
//          edges: list<list> (uid, type, uid of the target, position)
CALL () {
  UNWIND $ask.notes AS uid
  MATCH (note:Note {space: $space, uid: uid})
  RETURN collect(note) AS notes
}
CALL (notes) {
  CALL (notes) {
    UNWIND $ask.facts AS uid
    MATCH (fact:Fact {space: $space, uid: uid})
    RETURN fact
   UNION
    UNWIND CASE WHEN $ask.facts_of_notes THEN notes ELSE [] END AS note
    MATCH (note)<-[:FROM]-(fact:Fact)
    RETURN fact
  }
  RETURN collect(fact) AS facts
}
CALL (notes, facts) {
  UNWIND notes + facts AS node
  MATCH (node)-[edge:FROM|ABOUT|SUBJECT|OBJECT|CONFLICTS]-(other)
  WHERE startNode(edge) = node OR type(edge) = 'CONFLICTS'
  RETURN collect([node.uid, type(edge), other.uid, edge.position]) AS edges, collect(DISTINCT other) AS others
}
CALL () {
  UNWIND $ask.best AS uid
  MATCH (best:Turn {namespace: $namespace, uid: uid})
  MATCH (node:Turn {namespace: $namespace, session: best.session})
  WHERE node.position >= best.position - $ask.distance AND node.position <= best.position + $ask.distance
  WITH best, node, $space AS space
  WHERE node <> best
    // include fragments/filters
  RETURN collect(DISTINCT node) AS neighbours
}
CALL () {
  UNWIND $ask.turns AS uid
  MATCH (turn:Turn {namespace: $namespace, uid: uid})
  RETURN collect(turn) AS listed
}
CALL (others, neighbours, listed) {
  UNWIND listed + neighbours + [other IN others WHERE other:Turn] AS turn
  RETURN collect(DISTINCT turn) AS turns
}
CALL (turns) {
  UNWIND CASE WHEN $ask.mentions THEN turns ELSE [] END AS turn
  MATCH (turn)-[:MENTIONS]->(e:Entity) WHERE e.space = $space
  RETURN collect([turn.uid, 'MENTIONS', e.uid, NULL]) AS mentions, collect(DISTINCT e) AS mentioned
}
CALL () {
  UNWIND $ask.entities AS uid
  MATCH (e:Entity {space: $space, uid: uid})
  RETURN collect(e) AS wanted
}
CALL (others, mentioned, wanted) {
  UNWIND wanted + mentioned + [other IN others WHERE other:Entity] AS e
  WITH DISTINCT e
  RETURN collect(
    // include fragments/entity_row
  ) AS entity
}
CALL () {
  UNWIND $ask.keys AS key
  MATCH (:Name {space: $space, key: key})-[:NAMES]->(e:Entity)
  WITH key, e ORDER BY e.mentions DESC, e.uid
  RETURN collect([key] +
    // include fragments/entity_row
  ) AS named
}
RETURN
  [note IN notes |
    // include fragments/note_row
  ] AS note,
  [fact IN facts |
    // include fragments/fact_row
  ] AS fact,
  [turn IN turns |
    // include fragments/turn_row
  ] AS turn,
  entity, named, [node IN neighbours | [node.uid]] AS neighbour, edges + mentions AS edges
