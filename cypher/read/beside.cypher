// Turns that stand shortly after others of their sessions, or at the same position: they may have been read together.
// takes:   $namespace (whose), $ask: turns (uids), distance (how many positions after)
// returns: uid, those asked about among them
UNWIND $ask.turns AS uid
MATCH (t:Turn {namespace: $namespace, uid: uid})
CALL (t) {
  MATCH (beside:Turn {namespace: $namespace, session: t.session})
  WHERE beside.position >= t.position AND beside.position <= t.position + $ask.distance
  RETURN beside
}
RETURN DISTINCT beside.uid AS uid
