// What became of turns: their state, the vector of their passage, who spoke.
// takes:   $namespace (whose), $space (its generation), $plan: turns (uid, speaker, properties)
UNWIND $plan.turns AS row
MATCH (t:Turn {namespace: $namespace, uid: row.uid})
SET t += row.properties
WITH t, row
MATCH (e:Entity {space: $space, uid: row.speaker})
MERGE (t)-[spoken:SPOKEN_BY]->(e)
SET spoken.via = NULL
