// The most mentioned entities, with the time of their first and last mention and the number of their facts and notes.
// takes:   $namespace (string)
// returns: name, type, mentions, first_at, last_at, facts, notes; most mentioned first
MATCH (n:Namespace {uid: $namespace})
MATCH (e:Entity {space: n.uid + '#' + toString(n.generation)}) WHERE e.uid IS NOT NULL
WITH e WHERE e.canonical IS NULL
WITH e ORDER BY e.mentions DESC, e.name, e.uid LIMIT 50
RETURN e.name AS name, e.type AS type, e.mentions AS mentions, e.first_at AS first_at, e.last_at AS last_at,
  COUNT { (e)<-[:SUBJECT|OBJECT]-(:Fact) } AS facts, COUNT { (e)<-[:ABOUT]-(:Note) } AS notes
ORDER BY mentions DESC, name, e.uid
LIMIT 50
