// Where a namespace stands, and how much of the database is its own.
// takes:   $namespace (whose)
// returns: generation, version, turns, notes, all_turns, all_notes; no row for a namespace that is not there
MATCH (n:Namespace {name: $namespace})
RETURN n.generation AS generation, n.version AS version, n.turns AS turns, n.notes AS notes,
  COUNT { (:Turn) } AS all_turns, COUNT { (:Note) } AS all_notes
