// The stored jobs, and the sessions with pending turns. Neither list is sorted.
// takes:   $namespace: string
// returns: stored: list<map{uid, kind, session, count, requested_at, session_ended, due_at, attempts, error, state, reader, leased_until}>
//          pending: list<map{session, count, last_at}> (number of pending turns, and when the last of them was logged)
RETURN COLLECT {
  MATCH (j:Job {namespace: $namespace}) WHERE j.uid IS NOT NULL
  RETURN j {.uid, .kind, .session, .count, .requested_at, .session_ended, .due_at, .attempts, .error, .state, .reader,
    .leased_until}
} AS stored, COLLECT {
  MATCH (t:Turn {namespace: $namespace, state: 'pending'})
  WITH t.session AS session, count(t) AS number, max(t.recorded_at) AS last_at
  RETURN {session: session, count: number, last_at: last_at}
} AS pending
