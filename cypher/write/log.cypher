// New turns, with their sessions. The namespace is locked, the turns are known to be new.
// takes:   $namespace (whose), $plan: turns (session, at, properties), logged (the place
//          in the log of the last of them), again (marks of those that had been forgotten)
CALL () {
  UNWIND $plan.again AS mark
  MATCH (left:Tombstone {namespace: $namespace, mark: mark})
  DELETE left
}
UNWIND $plan.turns AS row
MERGE (s:Session {namespace: $namespace, uid: row.session})
CREATE (t:Turn)
SET t = row.properties
CREATE (s)-[:HAS]->(t)
WITH s, min(row.at) AS first, max(row.at) AS last, count(t) AS logged,
  sum(CASE WHEN t.role IN ['assistant', 'web'] THEN 1 ELSE 0 END) AS asides
SET s.started_at = CASE WHEN s.started_at < first THEN s.started_at ELSE first END,
  s.last_at = CASE WHEN s.last_at > last THEN s.last_at ELSE last END
WITH sum(logged) AS logged, sum(asides) AS asides
MATCH (n:Namespace {uid: $namespace})
SET n.turns = n.turns + logged, n.asides = coalesce(n.asides, 0) + asides, n.logged = $plan.logged
