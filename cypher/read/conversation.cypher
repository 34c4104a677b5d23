// The last turns of a session.
// takes:   $namespace: string
//          $ask.session: string
//          $ask.limit: integer
// returns: turn: map (properties without vectors); last one first
MATCH (t:Turn {namespace: $namespace, session: $ask.session}) WHERE t.position IS NOT NULL
WITH t ORDER BY t.position DESC, t.uid DESC LIMIT $ask.limit
RETURN
  // include fragments/turn_map
  AS turn ORDER BY t.position DESC, t.uid DESC
