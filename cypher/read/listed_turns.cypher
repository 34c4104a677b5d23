// A page of the turns that pass the filters, in order of time.
// takes:   $namespace: string
//          $ask.newest: boolean (newest first, instead of oldest first)
//          $ask.at: datetime? (of the last turn of the page before; null: the first page)
//          $ask.uid: string? (of that turn)
//          $ask.limit: integer
// returns: uid: string
//          at: datetime
MATCH (n:Namespace {uid: $namespace})
WITH n.uid + '#' + toString(n.generation) AS space
MATCH (node:Turn {namespace: $namespace}) WHERE node.uid IS NOT NULL
  AND ($ask.at IS NULL OR node.at = $ask.at AND node.uid > $ask.uid
    OR CASE WHEN $ask.newest THEN node.at < $ask.at ELSE node.at > $ask.at END)
  // include fragments/filters
WITH node ORDER BY CASE WHEN $ask.newest THEN node.at END DESC, CASE WHEN NOT $ask.newest THEN node.at END, node.uid
LIMIT $ask.limit
RETURN node.uid AS uid, node.at AS at
