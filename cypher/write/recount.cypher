// Recomputes counters after turns were deleted, deletes entities and sessions that nothing refers to, and resets the novelty filter.
// The reason of a person's decision about a deleted note, fact or entity is cleared, because it may contain its words.
// takes:   $namespace: string
//          $space: string
//          $plan.entities: list<string> (uids of those that were affected)
//          $plan.deleted: list<string> (uids of the notes and facts that were deleted)
//          $plan.requested: string (the reason of a decision without a reason)
// returns: entities: list<string> (uids of those that were deleted, sorted)
CALL () {
  UNWIND $plan.entities AS uid
  MATCH (e:Entity {space: $space, uid: uid})
  // include fragments/mention_counts
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
CALL (entities) {
  WITH $plan.deleted + entities AS deleted
  MATCH (c:Change {namespace: $namespace}) WHERE c.uid IS NOT NULL
  WITH c, deleted WHERE c.by = 'user' AND c.reason <> $plan.requested
    AND any(uid IN deleted WHERE c.before CONTAINS '"' + uid + '"' OR c.after CONTAINS '"' + uid + '"')
  SET c.reason = $plan.requested
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
  n.agent_generated_turns = COUNT { MATCH (t:Turn {namespace: $namespace}) WHERE t.uid IS NOT NULL AND t.role IN ['assistant', 'web'] },
  n.notes = COUNT { MATCH (note:Note {space: $space}) USING INDEX SEEK note:Note(space, uid)
    WHERE note.uid IS NOT NULL AND note.state <> 'agent_generated'
    AND note.extractor <> 'consolidation' },
  n.novelty_state = NULL
RETURN entities
