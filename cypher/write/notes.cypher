// Writes notes and their source turns. An existing note gets the given properties. Embeddings are stored as 32-bit floats, which are read in half the time.
// takes:   $namespace: string
//          $space: string
//          $plan.notes: list<map{uid, turns, properties, labels, embedding}> (embedding: list<float>?; labels: further ones)
// returns: existed: list<string> (uids of the notes that existed)
UNWIND $plan.notes AS row
WITH row, EXISTS { (:Note {space: $space, uid: row.uid}) } AS existed
MERGE (n:Note {space: $space, uid: row.uid})
SET n += row.properties
SET n:$(row.labels)
WITH n, row, existed
CALL (n, row) {
  WITH n, row WHERE row.embedding IS NOT NULL
  CALL db.create.setNodeVectorProperty(n, 'embedding', row.embedding)
}
CALL (n, row) {
  UNWIND range(0, size(row.turns) - 1) AS position
  MATCH (t:Turn {namespace: $namespace, uid: row.turns[position]})
  MERGE (n)-[from:FROM]->(t)
  SET from.position = position
}
RETURN collect(CASE WHEN existed THEN n.uid END) AS existed
