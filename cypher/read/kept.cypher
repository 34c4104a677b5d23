// Notes and facts that have lost a source and stay, with the turns that they still come from.
// takes:   $namespace (whose), $space (its generation), $ask: notes, facts (uids)
// returns: kind (note or fact), uid, turns (uids, sorted); by kind and uid
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
