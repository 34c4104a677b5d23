// What became of turns: their state, the vector of their passage, who spoke, what else of their session was seen.
// takes:   $namespace (whose), $space (its generation), $plan: turns (uid, speaker, properties, saw: first and last
//          position, or null)
UNWIND $plan.turns AS row
MATCH (t:Turn {namespace: $namespace, uid: row.uid})
SET t += row.properties
SET t.saw = CASE
  WHEN row.saw IS NULL THEN t.saw
  WHEN t.saw IS NULL THEN row.saw
  ELSE [
    CASE WHEN t.saw[0] < row.saw[0] THEN t.saw[0] ELSE row.saw[0] END,
    CASE WHEN t.saw[1] > row.saw[1] THEN t.saw[1] ELSE row.saw[1] END
  ]
END
WITH t, row
MATCH (e:Entity {space: $space, uid: row.speaker})
MERGE (t)-[spoken:SPOKEN_BY]->(e)
SET spoken.via = NULL
