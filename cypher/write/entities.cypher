// Entities, their names, which turns say a name, and mentions. An entity that exists keeps its name, and its type unless that is
// Thing, "not known yet". Of a name from before it was kept who says it (not `told`), that is not known. Who is mentioned is
// counted anew; what stood for an entity that is merged into this one is its own now.
// takes:   $namespace (whose), $space (its generation), $plan: entities (uid, name, type), names (key, text, entity),
//          namings (key, turn), mentions (turn, entity, at, how)
CALL () {
  UNWIND $plan.entities AS row
  MERGE (e:Entity {space: $space, uid: row.uid})
    ON CREATE SET e:Thing, e.type = 'Thing', e.name = row.name, e.mentions = 0
  WITH e, row WHERE e.type = 'Thing' AND row.type <> 'Thing'
  REMOVE e:Thing
  SET e:$(row.type), e.type = row.type
}
CALL () {
  UNWIND $plan.names AS row
  MATCH (e:Entity {space: $space, uid: row.entity})
  MERGE (m:Name {space: $space, key: row.key})
    ON CREATE SET m.told = true
  MERGE (m)-[names:NAMES]->(e)
    ON CREATE SET names.text = row.text
    ON MATCH SET names.text = CASE WHEN names.via IS NULL THEN names.text ELSE row.text END, names.via = NULL
}
CALL () {
  UNWIND $plan.namings AS row
  MATCH (m:Name {space: $space, key: row.key})
  MATCH (t:Turn {namespace: $namespace, uid: row.turn})
  MERGE (m)-[:NAMED_IN]->(t)
}
CALL () {
  UNWIND $plan.mentions AS row
  MATCH (t:Turn {namespace: $namespace, uid: row.turn})
  MATCH (e:Entity {space: $space, uid: row.entity})
  MERGE (t)-[m:MENTIONS]->(e)
    ON CREATE SET m.space = $space, m.entity = row.entity, m.at = row.at, m.how = row.how
    ON MATCH SET m.how = CASE WHEN row.how = 'named' OR m.via IS NOT NULL THEN row.how ELSE m.how END, m.via = NULL
  WITH DISTINCT e
  CALL (e) {
    MATCH (e)<-[m:MENTIONS]-(:Turn) WHERE m.how <> 'agent_generated'
    RETURN count(m) AS mentions, min(m.at) AS first_at, max(m.at) AS last_at
  }
  SET e.mentions = mentions, e.first_at = first_at, e.last_at = last_at
}
