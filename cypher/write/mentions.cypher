// Mentions, and the counters of the entities they speak of, counted anew. What stood for an entity that is merged into
// this one is its own now.
// takes:   $namespace (whose), $space (its generation), $plan: mentions (turn, entity, at, how)
UNWIND $plan.mentions AS row
MATCH (t:Turn {namespace: $namespace, uid: row.turn})
MATCH (e:Entity {space: $space, uid: row.entity})
MERGE (t)-[m:MENTIONS]->(e)
  ON CREATE SET m.space = $space, m.at = row.at, m.how = row.how
  ON MATCH SET m.how = CASE WHEN row.how = 'named' OR m.via IS NOT NULL THEN row.how ELSE m.how END, m.via = NULL
WITH DISTINCT e
CALL (e) {
  MATCH (e)<-[m:MENTIONS]-(:Turn) WHERE m.how <> 'aside'
  RETURN count(m) AS mentions, min(m.at) AS first_at, max(m.at) AS last_at
}
SET e.mentions = mentions, e.first_at = first_at, e.last_at = last_at
