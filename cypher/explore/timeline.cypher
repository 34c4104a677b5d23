// The timeline of one entity: the turns that mention it, and the beginnings and ends of its facts.
// takes:   $namespace (string), $name (string: a name in any case, or its key)
// returns: at, what, text, speaker, uid (of the turn or fact); the newest 300, oldest first
MATCH (n:Namespace {uid: $namespace})
MATCH (name:Name {space: n.uid + '#' + toString(n.generation)})-[named:NAMES]->(e:Entity)
WHERE name.key IS NOT NULL AND (name.key = toLower($name) OR toLower(named.text) = toLower($name))
WITH DISTINCT e
CALL (e) {
  MATCH (e)<-[m:MENTIONS]-(t:Turn) WHERE NOT EXISTS { (t)<-[:FROM]-(:Note {kind: 'vault'}) }
  RETURN m.at AS at, 'mentioned' AS what, t.text AS text, t.speaker AS speaker, t.uid AS uid
 UNION
  MATCH (e)<-[:SUBJECT|OBJECT]-(f:Fact)
  UNWIND [
    {at: f.holds_from, what: 'began'}, {at: f.holds_until, what: 'ended'}
  ] AS end
  WITH f, end WHERE end.at IS NOT NULL
  MATCH (subject:Entity)<-[:SUBJECT]-(f)-[:OBJECT]->(object:Entity)
  RETURN end.at AS at, end.what AS what, subject.name + ' ' + f.type + ' ' + object.name AS text,
    NULL AS speaker, f.uid AS uid
}
WITH at, what, text, speaker, uid ORDER BY at DESC, what, uid LIMIT 300
RETURN at, what, text, speaker, uid
ORDER BY at, what, uid
LIMIT 300
