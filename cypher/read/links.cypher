// The named ties of notes, from them and to them.
// takes:   $namespace (whose), $ask: notes (uids)
// returns: a, b, reason, weight; by a, b and reason
MATCH (namespace:Namespace {uid: $namespace})
WITH namespace.uid + '#' + toString(namespace.generation) AS space
UNWIND $ask.notes AS uid
MATCH (:Note {space: space, uid: uid})-[tie:LINKED]-(:Note)
WITH DISTINCT tie
RETURN startNode(tie).uid AS a, endNode(tie).uid AS b, tie.reason AS reason, tie.weight AS weight
ORDER BY a, b, reason
