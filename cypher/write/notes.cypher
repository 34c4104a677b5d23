// Notes and where they come from; a note that exists takes on what is given, and has no former states any more.
// takes:   $namespace (whose), $space (its generation), $plan: notes (uid, turns, properties)
UNWIND $plan.notes AS row
MERGE (n:Note {space: $space, uid: row.uid})
SET n += row.properties
WITH n, row
CALL (n) {
  MATCH (n)-[:REVISION]->(r:Revision)
  DETACH DELETE r
}
UNWIND range(0, size(row.turns) - 1) AS place
MATCH (t:Turn {namespace: $namespace, uid: row.turns[place]})
MERGE (n)-[from:FROM]->(t)
SET from.place = place
