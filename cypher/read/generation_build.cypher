// The state of the generation that is being derived, and the sizes of the whole database. No row if there is none.
// takes:   $namespace: string
// returns: generation: integer
//          version: integer (the log position that it has reached)
//          turns: integer
//          notes: integer
//          model: string? (the embedding model)
//          dimension: integer?
//          all_turns: integer (of the database)
//          all_notes: integer
MATCH (n:Namespace {uid: $namespace}) WHERE n.building IS NOT NULL
RETURN n.building AS generation, n.reached AS version, n.turns AS turns, n.built_notes AS notes,
  n.built_model AS model, n.built_dimension AS dimension,
  COUNT { (:Turn) } AS all_turns, COUNT { (:Note) } AS all_notes
