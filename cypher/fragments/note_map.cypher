// The properties of a note `n` without its vectors, with times as text, and the uids of its source turns.
n {
  .*, embedding: NULL, vector: NULL, at: NULL, said_at: toString(n.said_at), recorded_at: toString(n.recorded_at),
  holds_from: toString(n.holds_from), holds_until: toString(n.holds_until),
  turns: COLLECT { MATCH (n)-[from:FROM]->(turn:Turn) RETURN turn.uid ORDER BY from.position, turn.uid }
}
