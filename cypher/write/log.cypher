// Logs new turns and their sessions. The namespace must be locked, and none of the turns may be logged already.
// takes:   $namespace: string
//          $plan.turns: list<map{session, at, properties}>
//          $plan.last_position: integer (log position of the last turn)
UNWIND $plan.turns AS row
MERGE (s:Session {namespace: $namespace, uid: row.session})
CREATE (t:Turn)
SET t = row.properties
CREATE (s)-[:HAS]->(t)
WITH s, min(row.at) AS first, max(row.at) AS last, count(t) AS logged,
  sum(CASE WHEN t.role IN ['assistant', 'web'] THEN 1 ELSE 0 END) AS agent_generated
SET s.started_at = CASE WHEN s.started_at < first THEN s.started_at ELSE first END,
  s.last_at = CASE WHEN s.last_at > last THEN s.last_at ELSE last END
WITH sum(logged) AS logged, sum(agent_generated) AS agent_generated
MATCH (n:Namespace {uid: $namespace})
SET n.turns = n.turns + logged, n.agent_generated_turns = coalesce(n.agent_generated_turns, 0) + agent_generated, n.last_position = $plan.last_position
