// The last turns of a session.
// takes:   $namespace (whose), $ask: session, limit (how many)
// returns: turn (properties without the vector); the last one first
MATCH (t:Turn {namespace: $namespace, session: $ask.session}) WHERE t.position IS NOT NULL
WITH t ORDER BY t.position DESC, t.uid DESC LIMIT $ask.limit
RETURN t {.*, embedding: NULL, vector: NULL, other_embedding: NULL, other_vector: NULL} AS turn ORDER BY t.position DESC, t.uid DESC
