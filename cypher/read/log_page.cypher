// Turns in the order of the log, and the turns before them in their sessions.
// takes:   $namespace: string
//          $ask.after: integer (log position)
//          $ask.limit: integer
//          $ask.before: integer (preceding turns of each session, only those logged up to `after`)
// returns: before: list<map> (properties without vectors)
//          last: integer? (log position of the last turn)
//          turns: list<map>
MATCH (n:Namespace {uid: $namespace})
CALL () {
  MATCH (t:Turn {namespace: $namespace}) WHERE t.log_position > $ask.after
  WITH t ORDER BY t.log_position LIMIT $ask.limit
  RETURN collect(t) AS page
}
CALL (page) {
  UNWIND page AS t
  WITH t.session AS session, min(t.position) AS position
  CALL (session, position) {
    MATCH (t:Turn {namespace: $namespace, session: session}) WHERE t.position < position
    WITH t WHERE t.log_position <= $ask.after
    RETURN t ORDER BY t.position DESC, t.uid DESC LIMIT $ask.before
  }
  WITH t ORDER BY t.session, t.position, t.uid
  RETURN collect(
    // include fragments/turn_map
  ) AS before
}
RETURN before, page[-1].log_position AS last, [t IN page |
  // include fragments/turn_map
] AS turns
