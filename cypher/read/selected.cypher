// The turns that a person wants forgotten, and those of programs that used one of them.
// takes:   $namespace (whose), $space (its generation); one of $ask: turns (uids), session, speaker, entity (uid: every
//          turn that mentions it or was spoken by it), the others empty or null
// returns: turn (properties without the vector), by uid
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
  // What a program says may quote what it used.
  MATCH (answer:Turn {namespace: $namespace}) WHERE answer.uid IS NOT NULL
  WITH answer, chosen WHERE any(uid IN answer.used WHERE uid IN chosen)
  RETURN answer.uid AS uid
}
MATCH (t:Turn {namespace: $namespace, uid: uid})
RETURN t {.*, embedding: NULL, vector: NULL, other_embedding: NULL, other_vector: NULL} AS turn ORDER BY uid
