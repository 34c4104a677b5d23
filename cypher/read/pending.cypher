// Turns that no extractor has finished.
// takes:   $namespace (whose), $limit (how many)
// returns: turn (properties without the vector), by session, position and uid
MATCH (t:Turn {namespace: $namespace, state: 'pending'})
WITH t ORDER BY t.session, t.position, t.uid LIMIT $limit
RETURN t {.*, embedding: NULL, vector: NULL, other_embedding: NULL, other_vector: NULL} AS turn
