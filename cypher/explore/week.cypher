// One week of the memory stream: every mention of an entity, with its turn.
// takes:   $namespace (string), $until (string: the day or time at which the week ends; null for the newest turn's)
// returns: at, name, type, how, speaker, session, text; newest first
MATCH (n:Namespace {uid: $namespace})
MATCH (s:Session {namespace: $namespace}) WHERE s.uid IS NOT NULL
WITH n.uid + '#' + toString(n.generation) AS space, max(s.last_at) AS last
WITH space, CASE WHEN $until IS NULL THEN last + duration('PT1S') ELSE datetime($until) END AS end
MATCH (t:Turn)-[m:MENTIONS]->(e:Entity) USING INDEX SEEK m:MENTIONS(space, at)
WHERE m.space = space AND m.at >= end - duration('P7D') AND m.at < end
  AND NOT EXISTS { (t)<-[:FROM]-(:Note {kind: 'vault'}) }
RETURN m.at AS at, e.name AS name, e.type AS type, m.how AS how, t.speaker AS speaker, t.session AS session,
  t.text AS text
ORDER BY at DESC, t.position DESC, name
LIMIT 500
