// The turns, positions and tombstones in the log that concern turns to be logged or leased.
// takes:   $namespace: string
//          $ask.uids: list<string> (of turns)
//          $ask.sessions: list<string> (sessions whose next position is needed)
//          $ask.marks: list<map{uid, mark}> (digests of turns that may have been forgotten)
// returns: turns: list<map> (properties without vectors)
//          next: list<map{session, position}> (the first free position)
//          forgotten: list<map{uid, mark, at}> (marks that have a tombstone)
RETURN COLLECT {
  UNWIND $ask.uids AS uid
  MATCH (t:Turn {namespace: $namespace, uid: uid})
  RETURN
    // include fragments/turn_map
} AS turns, COLLECT {
  UNWIND $ask.sessions AS session
  CALL (session) {
    MATCH (t:Turn {namespace: $namespace, session: session}) WHERE t.position IS NOT NULL
    RETURN t.position AS last ORDER BY last DESC LIMIT 1
  }
  RETURN {session: session, position: last + 1}
} AS next, COLLECT {
  UNWIND $ask.marks AS row
  MATCH (tombstone:Tombstone {namespace: $namespace, mark: row.mark})
  RETURN {uid: row.uid, mark: row.mark, at: toString(tombstone.at)}
} AS forgotten
