// Contradictions: facts that superseded or contradict other facts, and notes that contradict each other.
// takes:   $namespace (string)
// returns: path (as a picture)
MATCH (n:Namespace {uid: $namespace})
WITH n.uid + '#' + toString(n.generation) AS space
CALL (space) {
  MATCH (older:Fact {space: space}) WHERE older.uid IS NOT NULL
  MATCH (newer:Fact)-[:SUPERSEDES|CONFLICTS]->(older)
  WITH DISTINCT newer, older ORDER BY older.retired_at DESC, older.uid LIMIT 40
  CALL (newer, older) {
    MATCH path = (:Entity)<-[:OBJECT]-(newer)-[:SUPERSEDES|CONFLICTS]->(older)-[:OBJECT]->(:Entity)
    RETURN path
   UNION
    MATCH path = (newer)-[:SUBJECT]->(:Entity)<-[:SUBJECT]-(older)
    RETURN path
  }
  RETURN path
 UNION
  MATCH (one:Note {space: space})
  USING INDEX SEEK one:Note(space, uid)
  WHERE one.uid IS NOT NULL
  MATCH path = (one)-[link:LINKED]->(:Note) WHERE link.reason = 'contradicts'
  RETURN path ORDER BY one.at DESC LIMIT 40
}
RETURN path
LIMIT 200
