// Writes entities, their names, the turns that contain a name, and mentions. An existing entity keeps its name; its type changes
// only from Thing, which means unknown. A relationship that belonged to a merged entity (`via`) becomes one of the entity itself.
// takes:   $namespace: string
//          $space: string
//          $plan.entities: list<map{uid, name, type}>
//          $plan.names: list<map{key, text, entity}>
//          $plan.name_sources: list<map{key, turn}>
//          $plan.mentions: list<map{turn, entity, at, how}>
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
  MERGE (m)-[names:NAMES]->(e)
    ON CREATE SET names.text = row.text
    ON MATCH SET names.text = CASE WHEN names.via IS NULL THEN names.text ELSE row.text END, names.via = NULL
}
CALL () {
  UNWIND $plan.name_sources AS row
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
  // include fragments/mention_counts
}
