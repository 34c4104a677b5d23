// Turns that may have been read together with others: they stand shortly after them in their sessions, or at the same
// position, or saw their places. None saw further than the widest of its session did.
// takes:   $namespace (whose), $ask: turns (uids), distance (how many positions after)
// returns: uid, those asked about among them
UNWIND $ask.turns AS uid
MATCH (t:Turn {namespace: $namespace, uid: uid})
WITH t.session AS session, collect(t) AS gone
CALL (session) {
  MATCH (t:Turn {namespace: $namespace, session: session}) WHERE t.position IS NOT NULL
  RETURN coalesce(max(t.saw[1] - t.saw[0]), 0) AS width
}
UNWIND gone AS t
CALL (t, width) {
  MATCH (beside:Turn {namespace: $namespace, session: t.session})
  WHERE beside.position >= t.position - width
    AND beside.position <= t.position + CASE WHEN width > $ask.distance THEN width ELSE $ask.distance END
  WITH beside, t WHERE (beside.position >= t.position AND beside.position <= t.position + $ask.distance)
    OR (beside.saw[0] <= t.position AND t.position <= beside.saw[1])
  RETURN beside
}
RETURN DISTINCT beside.uid AS uid
