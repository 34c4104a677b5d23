// Turns in the order in which they were logged, and those that stood before them in their sessions by then.
// takes:   $namespace (whose), $ask: after (the place in the log behind which they stand), limit (how many), before (how
//          many earlier turns of each session, of those logged up to that place)
// returns: numbered (whether the turns know their places), turns and before (properties without the vector), last (the
//          place of the last of the turns, or null); no row for a namespace that is not there
MATCH (n:Namespace {uid: $namespace})
CALL () {
  MATCH (t:Turn {namespace: $namespace}) WHERE t.logged > $ask.after
  WITH t ORDER BY t.logged LIMIT $ask.limit
  RETURN collect(t) AS page
}
CALL (page) {
  UNWIND page AS t
  WITH t.session AS session, min(t.position) AS position
  CALL (session, position) {
    MATCH (t:Turn {namespace: $namespace, session: session}) WHERE t.position < position
    WITH t WHERE t.logged <= $ask.after
    RETURN t ORDER BY t.position DESC, t.uid DESC LIMIT $ask.before
  }
  WITH t ORDER BY t.session, t.position, t.uid
  RETURN collect(t {
    .uid, .session, .position, .speaker, .role, .text, .caption, .agent, .used, .corrections, .state, .terms,
    said_at: toString(t.said_at), recorded_at: toString(t.recorded_at)
  }) AS before
}
RETURN n.logged IS NOT NULL AS numbered, before, page[-1].logged AS last, [t IN page | t {
  .uid, .session, .position, .speaker, .role, .text, .caption, .agent, .used, .corrections, .state, .terms,
  said_at: toString(t.said_at), recorded_at: toString(t.recorded_at)
}] AS turns
