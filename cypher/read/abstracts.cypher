// The instances of these abstractions, and the abstractions of which these notes are instances.
// takes:   $namespace: string
//          $ask.uids: list<string> (of notes)
// returns: note: string (uid of the abstraction)
//          instance: string (uid); sorted
MATCH (namespace:Namespace {uid: $namespace})
WITH namespace.uid + '#' + toString(namespace.generation) AS space
UNWIND $ask.uids AS uid
MATCH (asked:Note {space: space, uid: uid})
MATCH (asked)-[abstracts:ABSTRACTS]-(:Note)
WITH DISTINCT startNode(abstracts) AS note, endNode(abstracts) AS instance
RETURN note.uid AS note, instance.uid AS instance ORDER BY note, instance
