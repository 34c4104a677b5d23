// The properties of a fact `f`, with times as text, its ends, its source notes and the facts that contradict it.
f {
  .*, holds_from: toString(f.holds_from), holds_until: toString(f.holds_until),
  recorded_at: toString(f.recorded_at), retired_at: toString(f.retired_at),
  subject: subject.uid, object: object.uid,
  notes: COLLECT { MATCH (f)-[:FROM]->(n:Note) RETURN n.uid ORDER BY n.uid },
  conflicts: COLLECT { MATCH (f)-[:CONFLICTS]-(other:Fact) RETURN other.uid ORDER BY other.uid }
}
