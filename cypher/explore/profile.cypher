// What is known of one entity as a table: facts that hold first, then former ones, with the turns that state them.
// takes:   $namespace (string), $name (string: a name in any case, or its key)
// returns: subject, relation, object, holds_from, holds_until, text, turns (uids); the newest first in both groups
MATCH (n:Namespace {uid: $namespace})
MATCH (name:Name {space: n.uid + '#' + toString(n.generation)})-[named:NAMES]->(e:Entity)
WHERE name.key IS NOT NULL AND (name.key = toLower($name) OR toLower(named.text) = toLower($name))
WITH DISTINCT e
MATCH (e)<-[:SUBJECT|OBJECT]-(f:Fact)
WITH DISTINCT f
MATCH (subject:Entity)<-[:SUBJECT]-(f)-[:OBJECT]->(object:Entity)
MATCH (f)-[:FROM]->(note:Note)-[:FROM]->(t:Turn) WHERE note.kind <> 'vault'
WITH f, subject, object, collect(DISTINCT t.uid) AS turns
RETURN subject.name AS subject, f.type AS relation, object.name AS object, f.holds_from AS holds_from,
  f.holds_until AS holds_until, f.text AS text, turns
ORDER BY holds_until IS NOT NULL, holds_from DESC, relation, object
LIMIT 200
