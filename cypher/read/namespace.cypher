// Where a namespace stands, and how much of the database is its own.
// takes:   $namespace (whose)
// returns: generation, version, turns, asides (those of programs and pages among them), notes (without theirs), gate (what it remembers, or null), model and dimension
//          (of its vectors), other (whether those of turns are in the other property), all_turns, all_notes; no row for a namespace that is not there
MATCH (n:Namespace {uid: $namespace})
RETURN n.generation AS generation, n.version AS version, n.turns AS turns, coalesce(n.asides, 0) AS asides, n.notes AS notes, n.gate AS gate,
  n.model AS model, n.dimension AS dimension, coalesce(n.other_vectors, false) AS other,
  COUNT { (:Turn) } AS all_turns, COUNT { (:Note) } AS all_notes
