// The state of a namespace, and the sizes of the whole database. No row for a namespace that does not exist.
// takes:   $namespace: string
// returns: generation: integer
//          version: integer
//          turns: integer
//          agent_generated_turns: integer (of these, turns of assistants and web pages)
//          notes: integer (without agent-generated ones)
//          novelty_state: string?
//          model: string? (the embedding model)
//          dimension: integer?
//          other_vectors: boolean (whether turn vectors are in the property other_embedding)
//          all_turns: integer (of the database)
//          all_notes: integer
MATCH (n:Namespace {uid: $namespace})
RETURN n.generation AS generation, n.version AS version, n.turns AS turns, coalesce(n.agent_generated_turns, 0) AS agent_generated_turns, n.notes AS notes, n.novelty_state AS novelty_state,
  n.model AS model, n.dimension AS dimension, coalesce(n.other_vectors, false) AS other_vectors,
  COUNT { (:Turn) } AS all_turns, COUNT { (:Note) } AS all_notes
