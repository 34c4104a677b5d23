// A page of the turns that pass the filters, oldest first.
// takes:   $namespace: string
//          $ask.at: datetime (of the last turn of the page before; for the first page a time before all records)
//          $ask.uid: string (of that turn; empty for the first page)
//          $ask.limit: integer
// returns: uid: string
//          at: datetime
MATCH (n:Namespace {uid: $namespace})
WITH n.uid + '#' + toString(n.generation) AS space
CALL (space) {
  MATCH (node:Turn) USING INDEX SEEK node:Turn(namespace, at)
  WHERE node.namespace = $namespace AND node.at >= $ask.at AND node.uid > CASE node.at WHEN $ask.at THEN $ask.uid ELSE '' END
    // include fragments/filters
  RETURN node ORDER BY node.namespace, node.at, node.uid LIMIT $ask.limit
}
RETURN node.uid AS uid, node.at AS at ORDER BY at, uid
