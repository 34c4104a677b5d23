// Writes notes and their source turns. An existing note gets the given properties, and loses its revisions.
// Stored questions and summaries also get the label Question or Summary. Embeddings are stored as 32-bit floats, which are read in half the time.
// takes:   $namespace: string
//          $space: string
//          $plan.notes: list<map{uid, turns, properties, embedding}> (embedding: list<float>?)
// returns: created: integer (new notes, without agent-generated ones and abstractions)
UNWIND $plan.notes AS row
WITH row, NOT EXISTS { (:Note {space: $space, uid: row.uid}) } AND row.properties.state <> 'agent_generated'
  AND row.properties.extractor <> 'consolidation' AS new
MERGE (n:Note {space: $space, uid: row.uid})
SET n += row.properties
FOREACH (_ IN CASE WHEN n.state = 'question' THEN [1] ELSE [] END | SET n:Question)
FOREACH (_ IN CASE WHEN n.state = 'summary' THEN [1] ELSE [] END | SET n:Summary)
WITH n, row, new
CALL (n, row) {
  WITH n, row WHERE row.embedding IS NOT NULL
  CALL db.create.setNodeVectorProperty(n, 'embedding', row.embedding)
}
CALL (n) {
  MATCH (n)-[:REVISION]->(r:Revision)
  DETACH DELETE r
}
CALL (n) {
  MATCH (n)-[about:ABOUT|OWN]->(:Entity) WHERE about.at <> n.at
  SET about.at = n.at
}
CALL (n, row) {
  UNWIND range(0, size(row.turns) - 1) AS position
  MATCH (t:Turn {namespace: $namespace, uid: row.turns[position]})
  MERGE (n)-[from:FROM]->(t)
  SET from.position = position
}
RETURN sum(CASE WHEN new THEN 1 ELSE 0 END) AS created
