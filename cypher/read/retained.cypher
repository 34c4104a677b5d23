// The notes and facts that lost a source and are kept, with the remaining source turns.
// takes:   $namespace: string
//          $space: string
//          $ask.notes: list<string> (uids)
//          $ask.facts: list<string>
// returns: kind: string (note or fact)
//          uid: string
//          turns: list<string> (uids, sorted); by kind and uid
CALL () {
  UNWIND $ask.notes AS uid
  MATCH (:Note {space: $space, uid: uid})-[:FROM]->(t:Turn {namespace: $namespace})
  RETURN 'note' AS kind, uid, t.uid AS turn
 UNION
  UNWIND $ask.facts AS uid
  MATCH (:Fact {space: $space, uid: uid})-[:FROM]->(:Note)-[:FROM]->(t:Turn {namespace: $namespace})
  RETURN 'fact' AS kind, uid, t.uid AS turn
}
WITH kind, uid, turn ORDER BY turn
RETURN kind, uid, collect(turn) AS turns ORDER BY kind, uid
