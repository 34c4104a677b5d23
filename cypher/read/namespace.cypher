// The state of a namespace, and the sizes of the whole database. No row for a namespace that does not exist.
// takes:   $namespace: string
// returns: state: map (all properties of the namespace: a list of them would take longer to plan)
//          all_turns: integer (of the database)
//          all_notes: integer
MATCH (n:Namespace {uid: $namespace})
RETURN properties(n) AS state, COUNT { (:Turn) } AS all_turns, COUNT { (:Note) } AS all_notes
