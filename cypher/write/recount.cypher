// After turns are gone: counters anew, nothing left that nothing speaks of, and nothing that the gate remembers.
// takes:   $namespace (whose), $space (its generation), $plan: entities (uids of those touched)
// returns: entities (uids of those that were deleted, sorted)
CALL () {
  UNWIND $plan.entities AS uid
  MATCH (e:Entity {space: $space, uid: uid})
  CALL (e) {
    MATCH (e)<-[m:MENTIONS]-(:Turn) WHERE m.how <> 'agent_generated'
    RETURN count(m) AS mentions, min(m.at) AS first_at, max(m.at) AS last_at
  }
  SET e.mentions = mentions, e.first_at = first_at, e.last_at = last_at
}
CALL () {
  UNWIND $plan.entities AS uid
  MATCH (e:Entity {space: $space, uid: uid}) WHERE NOT EXISTS { (e)<-[:MENTIONS|SPOKEN_BY|ABOUT|SUBJECT|OBJECT]-() }
    AND NOT EXISTS { (e)-[:SAME_AS]-() }
  OPTIONAL MATCH (m:Name)-[:NAMES]->(e) WHERE COUNT { (m)-[:NAMES|OWN]->() } = 1
  DETACH DELETE m
  WITH DISTINCT e, uid ORDER BY uid
  DETACH DELETE e
  RETURN collect(uid) AS entities
}
CALL () {
  MATCH (s:Session {namespace: $namespace}) WHERE s.uid IS NOT NULL
  CALL (s) {
    OPTIONAL MATCH (t:Turn {namespace: $namespace, session: s.uid}) WHERE t.position IS NOT NULL
    RETURN min(t.at) AS started_at, max(t.at) AS last_at, count(t) AS turns
  }
  SET s.started_at = started_at, s.last_at = last_at
  WITH s WHERE turns = 0
  DETACH DELETE s
}
MATCH (n:Namespace {uid: $namespace})
SET n.turns = COUNT { MATCH (t:Turn {namespace: $namespace}) WHERE t.uid IS NOT NULL },
  n.asides = COUNT { MATCH (t:Turn {namespace: $namespace}) WHERE t.uid IS NOT NULL AND t.role IN ['assistant', 'web'] },
  n.notes = COUNT { MATCH (note:Note {space: $space}) WHERE note.uid IS NOT NULL AND note.state <> 'agent_generated' },
  n.gate = NULL
RETURN entities
