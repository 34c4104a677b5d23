// The turns that are not extracted yet.
// takes:   $namespace: string
//          $limit: integer
// returns: turn: map (properties without vectors); by session, position and uid
MATCH (t:Turn {namespace: $namespace, state: 'pending'})
WITH t ORDER BY t.session, t.position, t.uid LIMIT $limit
RETURN
  // include fragments/turn_map
  AS turn
