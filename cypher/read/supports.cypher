// The notes that support these notes, or that these notes support.
// takes:   $namespace: string
//          $ask.uids: list<string> (of notes)
// returns: note: string (uid)
//          by: string (uid of the supporting note); sorted
MATCH (namespace:Namespace {uid: $namespace})
WITH namespace.uid + '#' + toString(namespace.generation) AS space
UNWIND $ask.uids AS uid
MATCH (asked:Note {space: space, uid: uid})
MATCH (asked)-[support:SUPPORTED_BY]-(:Note)
WITH DISTINCT startNode(support) AS note, endNode(support) AS by
RETURN note.uid AS note, by.uid AS by ORDER BY note, by
