// The active notes that begin to hold in a period, those without a beginning that end in it, and all active notes that recur,
// without sensitive ones.
// takes:   $namespace: string
//          $since: datetime
//          $until: datetime (exclusive)
// returns: uid: string; by the time from which the notes hold
MATCH (n:Namespace {uid: $namespace})
WITH n.uid + '#' + toString(n.generation) AS space
CALL (space) {
  MATCH (note:Note {space: space}) WHERE note.holds_from >= $since AND note.holds_from < $until
  RETURN note
 UNION
  MATCH (note:Note {space: space})
  WHERE note.holds_until >= $since AND note.holds_until < $until AND note.holds_from IS NULL
  RETURN note
 UNION
  MATCH (note:Note {space: space}) WHERE note.recurs IS NOT NULL
  RETURN note
}
WITH note WHERE note.state = 'active' AND note.kind <> 'vault'
RETURN note.uid AS uid ORDER BY note.holds_from IS NULL, note.holds_from, note.uid
