// Facts that no longer hold, and the facts that superseded them.
// takes:   $namespace (string)
// returns: subject, relation, object, holds_from, holds_until, superseded_by, reason; the one that ended last first
MATCH (n:Namespace {uid: $namespace})
MATCH (f:Fact {space: n.uid + '#' + toString(n.generation)}) WHERE f.uid IS NOT NULL
WITH f WHERE f.holds_until IS NOT NULL OR f.retired_at IS NOT NULL
MATCH (subject:Entity)<-[:SUBJECT]-(f)-[:OBJECT]->(object:Entity)
OPTIONAL MATCH (f)<-[s:SUPERSEDES]-(newer:Fact)
RETURN subject.name AS subject, f.type AS relation, object.name AS object, f.holds_from AS holds_from,
  f.holds_until AS holds_until, newer.text AS superseded_by, s.reason AS reason
ORDER BY holds_until DESC, subject, relation, object
LIMIT 200
