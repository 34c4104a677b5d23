// One day of the memory stream (UTC): every mention of an entity, with its turn.
// takes:   $namespace (string), $day (string: a day, such as 2026-06-14)
// returns: at, name, type, how, speaker, text; oldest first
MATCH (n:Namespace {uid: $namespace})
WITH n.uid + '#' + toString(n.generation) AS space, datetime.truncate('day', datetime($day)) AS begin
MATCH (t:Turn)-[m:MENTIONS]->(e:Entity) USING INDEX SEEK m:MENTIONS(space, at)
WHERE m.space = space AND m.at >= begin AND m.at < begin + duration('P1D')
  AND NOT EXISTS { (t)<-[:FROM]-(:Note {kind: 'vault'}) }
RETURN m.at AS at, e.name AS name, e.type AS type, m.how AS how, t.speaker AS speaker, t.text AS text
ORDER BY at, t.position, name
LIMIT 500
