// Entities, their names, and which turns say a name. An entity that exists keeps its name, and its type unless that is
// Thing, "not known yet". Of a name from before it was kept who says it (not `told`), that is not known.
// takes:   $namespace (whose), $space (its generation), $plan: entities (uid, name, type), names (key, text, entity),
//          namings (key, turn)
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
