// Entities and their names. One that exists keeps its name, and its type unless that is Thing, "not known yet".
// takes:   $space (the generation), $plan: entities (uid, name, type), names (key, text, entity)
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
