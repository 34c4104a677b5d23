// A page of the notes of a state that pass the filters, newest first. Sensitive notes are listed only when asked for.
// takes:   $namespace: string
//          $filters.vault: boolean (only sensitive notes, instead of all others)
//          $filters.state: string (of the notes: active, archived, abstraction, question, summary or style_request)
//          $ask.at: datetime (of the last note of the page before; for the first page a time after all records)
//          $ask.uid: string (of that note; empty for the first page)
//          $ask.limit: integer
// returns: uid: string
//          at: datetime
MATCH (n:Namespace {uid: $namespace})
WITH n.uid + '#' + toString(n.generation) AS space
CALL (space) {
  MATCH (node:Note) USING INDEX SEEK node:Note(space, state, at)
  WHERE node.space = space AND node.state = $filters.state AND node.at <= $ask.at
    AND node.uid > CASE node.at WHEN $ask.at THEN $ask.uid ELSE '' END AND (node.kind = 'vault') = $filters.vault
    // include fragments/filters
  RETURN node ORDER BY node.space DESC, node.state DESC, node.at DESC, node.uid LIMIT $ask.limit
}
RETURN node.uid AS uid, node.at AS at ORDER BY at DESC, uid
