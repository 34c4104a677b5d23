// Abstractions about an entity with their instances, their exceptions and the turns that these come from.
// takes:   $namespace (string), $name (string: a name in any case, or its key)
// returns: instances, exceptions (paths, as a picture); at most 200 instances, the newest first
MATCH (n:Namespace {uid: $namespace})
WITH n.uid + '#' + toString(n.generation) AS space
MATCH (name:Name {space: space})-[named:NAMES]->(entity:Entity)
WHERE name.key IS NOT NULL AND (name.key = toLower($name) OR toLower(named.text) = toLower($name))
WITH DISTINCT entity, space
MATCH (abstraction:Note {space: space, state: 'abstraction'})
USING INDEX SEEK abstraction:Note(space, state, at)
WHERE abstraction.at IS NOT NULL AND EXISTS { (abstraction)-[:ABOUT]->(entity) }
MATCH instances = (entity)<-[:ABOUT]-(abstraction)-[:ABSTRACTS]->(instance:Note)-[:FROM]->(:Turn)
WHERE instance.kind <> 'vault'
OPTIONAL MATCH exceptions = (:Note)-[:LINKED {reason: 'exception_to'}]->(abstraction)
RETURN instances, exceptions
ORDER BY instance.at DESC, instance.uid
LIMIT 200
