// Turns that may have been extracted together with the given turns: up to `distance` positions after one of them, or with one of
// them in their context span.
// takes:   $namespace: string
//          $ask.turns: list<string> (uids)
//          $ask.distance: integer (positions)
// returns: uid: string (the given turns included)
UNWIND $ask.turns AS uid
MATCH (t:Turn {namespace: $namespace, uid: uid})
WITH t.session AS session, collect(t) AS removed
CALL (session) {
  MATCH (t:Turn {namespace: $namespace, session: session}) WHERE t.position IS NOT NULL
  RETURN coalesce(max(t.context_span[1] - t.context_span[0]), 0) AS width
}
UNWIND removed AS t
CALL (t, width) {
  MATCH (near:Turn {namespace: $namespace, session: t.session})
  WHERE near.position >= t.position - width
    AND near.position <= t.position + CASE WHEN width > $ask.distance THEN width ELSE $ask.distance END
  WITH near, t WHERE (near.position >= t.position AND near.position <= t.position + $ask.distance)
    OR (near.context_span[0] <= t.position AND t.position <= near.context_span[1])
  RETURN near
}
RETURN DISTINCT near.uid AS uid
