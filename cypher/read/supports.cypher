// What notes, and the notes that rest on these, rest on.
// takes:   $namespace (whose), $ask: uids (of notes)
// returns: note, by (uids), sorted
MATCH (namespace:Namespace {uid: $namespace})
WITH namespace.uid + '#' + toString(namespace.generation) AS space
UNWIND $ask.uids AS uid
MATCH (asked:Note {space: space, uid: uid})
MATCH (asked)-[support:SUPPORTED_BY]-(:Note)
WITH DISTINCT startNode(support) AS note, endNode(support) AS by
RETURN note.uid AS note, by.uid AS by ORDER BY note, by
