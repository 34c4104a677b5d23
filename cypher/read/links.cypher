// The links from and to notes.
// takes:   $namespace: string
//          $ask.notes: list<string> (uids)
// returns: a: string
//          b: string
//          reason: string
//          weight: float; by a, b and reason
MATCH (namespace:Namespace {uid: $namespace})
WITH namespace.uid + '#' + toString(namespace.generation) AS space
UNWIND $ask.notes AS uid
MATCH (:Note {space: space, uid: uid})-[link:LINKED]-(:Note)
WITH DISTINCT link
RETURN startNode(link).uid AS a, endNode(link).uid AS b, link.reason AS reason, link.weight AS weight
ORDER BY a, b, reason
