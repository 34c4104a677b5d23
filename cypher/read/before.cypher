// What extraction needs beside the new turns: those that stand before them, and whom names mean.
// takes:   $namespace (whose), $space (its generation), $ask: firsts (session, position: of its first new turn),
//          before (how many turns of each session), keys (name keys)
// returns: turns (properties without the vector; by session, position, uid), named (key, entity; by mentions)
RETURN COLLECT {
  UNWIND $ask.firsts AS first
  CALL (first) {
    MATCH (t:Turn {namespace: $namespace, session: first.session}) WHERE t.position < first.position
    RETURN t ORDER BY t.position DESC, t.uid DESC LIMIT $ask.before
  }
  WITH t ORDER BY t.session, t.position, t.uid
  RETURN t {
    .uid, .session, .position, .speaker, .role, .text, .caption, .agent, .state, .terms,
    said_at: toString(t.said_at), recorded_at: toString(t.recorded_at)
  }
} AS turns, COLLECT {
  UNWIND $ask.keys AS key
  MATCH (:Name {space: $space, key: key})-[:NAMES]->(e:Entity)
  WITH key, e ORDER BY e.mentions DESC, e.uid
  RETURN {key: key, entity: e {.uid, .name, .type, .mentions, first_at: toString(e.first_at), last_at: toString(e.last_at)}}
} AS named
