// Where the generation that is being derived stands, and how much of the database is its own: see read/namespace.
// takes:   $namespace (whose)
// returns: generation, version (how far in the log it has come), turns, notes, model and dimension (of its
//          vectors), all_turns, all_notes; no row without one
MATCH (n:Namespace {uid: $namespace}) WHERE n.building IS NOT NULL
RETURN n.building AS generation, n.reached AS version, n.turns AS turns, n.built_notes AS notes,
  n.built_model AS model, n.built_dimension AS dimension,
  COUNT { (:Turn) } AS all_turns, COUNT { (:Note) } AS all_notes
