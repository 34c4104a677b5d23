// A page of the active notes that pass the filters, in order of time. Sensitive notes are listed only when asked for.
// takes:   $namespace: string
//          $filters.vault: boolean (only sensitive notes, instead of all others)
//          $filters.state: string (of the notes: active, archived, abstraction, question, summary or style_request)
//          $ask.newest: boolean (newest first, instead of oldest first)
//          $ask.at: datetime? (of the last note of the page before; null: the first page)
//          $ask.uid: string? (of that note)
//          $ask.limit: integer
// returns: uid: string
//          at: datetime
MATCH (n:Namespace {uid: $namespace})
WITH n.uid + '#' + toString(n.generation) AS space
MATCH (node:Note {space: space}) WHERE node.uid IS NOT NULL
  AND node.state = $filters.state AND (node.kind = 'vault') = $filters.vault
  AND ($ask.at IS NULL OR node.at = $ask.at AND node.uid > $ask.uid
    OR CASE WHEN $ask.newest THEN node.at < $ask.at ELSE node.at > $ask.at END)
  // include fragments/filters
WITH node ORDER BY CASE WHEN $ask.newest THEN node.at END DESC, CASE WHEN NOT $ask.newest THEN node.at END, node.uid
LIMIT $ask.limit
RETURN node.uid AS uid, node.at AS at
