// The turns to forget, and the agent-generated turns that used one of them. One parameter selects, or an entity
// and turns; the others are empty or null.
// takes:   $namespace: string
//          $space: string
//          $ask.turns: list<string> (uids)
//          $ask.session: string?
//          $ask.speaker: string?
//          $ask.entity: string? (uid: all turns that mention it or were spoken by it)
// returns: turn: map (properties without vectors); by uid
CALL () {
  UNWIND $ask.turns AS uid
  MATCH (t:Turn {namespace: $namespace, uid: uid})
  RETURN t
 UNION
  UNWIND CASE WHEN $ask.session IS NULL THEN [] ELSE [$ask.session] END AS session
  MATCH (t:Turn {namespace: $namespace, session: session}) WHERE t.position IS NOT NULL
  RETURN t
 UNION
  UNWIND CASE WHEN $ask.speaker IS NULL THEN [] ELSE [$ask.speaker] END AS speaker
  MATCH (t:Turn {namespace: $namespace}) WHERE t.uid IS NOT NULL
  WITH t, speaker WHERE t.speaker = speaker
  RETURN t
 UNION
  UNWIND CASE WHEN $ask.entity IS NULL THEN [] ELSE [$ask.entity] END AS entity
  MATCH (:Entity {space: $space, uid: entity})<-[:MENTIONS|SPOKEN_BY|OWN]-(t:Turn)
  RETURN t
}
WITH collect(t.uid) AS chosen
CALL (chosen) {
  UNWIND chosen AS uid
  RETURN uid
 UNION
  // An agent-generated turn may quote the turns that it used.
  MATCH (answer:Turn {namespace: $namespace}) WHERE answer.uid IS NOT NULL
  WITH answer, chosen WHERE any(uid IN answer.used WHERE uid IN chosen)
  RETURN answer.uid AS uid
}
MATCH (t:Turn {namespace: $namespace, uid: uid})
RETURN
  // include fragments/turn_map
  AS turn ORDER BY uid
