// Locks the namespace until the transaction ends, and creates it if it does not exist. Writing a property locks it; the state is
// read afterwards. Also checks the turns and entities of a plan.
// takes:   $namespace: string
//          $space: string
//          $plan.turns: list<string> (uids, each once)
//          $plan.entities: list<string> (uids)
// returns: state: map (all properties of the namespace)
//          logged: integer (turns of the plan that are in the log)
//          merged: integer (entities of the plan that are merged into others)
MERGE (n:Namespace {uid: $namespace})
  ON CREATE SET n.generation = 1, n.version = 0, n.turns = 0, n.notes = 0, n.last_position = 0
SET n.lock = true
RETURN properties(n) AS state,
  COUNT { MATCH (t:Turn {namespace: $namespace}) WHERE t.uid IN $plan.turns } AS logged,
  COUNT { MATCH (e:Entity {space: $space}) WHERE e.uid IN $plan.entities AND e.canonical IS NOT NULL } AS merged
