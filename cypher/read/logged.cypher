// What the log holds already of turns that are about to be logged.
// takes:   $namespace (whose), $ask: uids (of the turns), sessions (uids of sessions that need positions), marks (uid, mark:
//          of turns that may have been forgotten)
// returns: turns (properties without the vector, reader: see read/before), next (session, position: the first free one), forgotten (uid, mark, at:
//          of those that were, and when)
RETURN COLLECT {
  UNWIND $ask.uids AS uid
  MATCH (t:Turn {namespace: $namespace, uid: uid})
  RETURN t {
    .uid, .session, .position, .speaker, .role, .text, .caption, .agent, .used, .corrections, .state, .terms,
    said_at: toString(t.said_at), recorded_at: toString(t.recorded_at),
    reader: CASE WHEN t.state = 'pending' AND t.read_until > timestamp() THEN t.reader END
  }
} AS turns, COLLECT {
  UNWIND $ask.sessions AS session
  CALL (session) {
    MATCH (t:Turn {namespace: $namespace, session: session}) WHERE t.position IS NOT NULL
    RETURN t.position AS last ORDER BY last DESC LIMIT 1
  }
  RETURN {session: session, position: last + 1}
} AS next, COLLECT {
  UNWIND $ask.marks AS row
  MATCH (left:Tombstone {namespace: $namespace, mark: row.mark})
  RETURN {uid: row.uid, mark: row.mark, at: toString(left.at)}
} AS forgotten
