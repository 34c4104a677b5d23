// Deletes a namespace and everything in it.
// takes:   $namespace: string
//          $plan.spaces: list<string> (all its generations)
// returns: turns: list<string> (uids, sorted)
//          notes: list<string>
//          facts: list<string>
//          entities: list<string>
CALL () {
  MATCH (t:Turn {namespace: $namespace}) WHERE t.uid IS NOT NULL
  WITH t, t.uid AS uid ORDER BY uid
  DETACH DELETE t
  RETURN collect(uid) AS turns
}
CALL () {
  UNWIND $plan.spaces AS space
  MATCH (n:Note {space: space}) USING INDEX SEEK n:Note(space, uid) WHERE n.uid IS NOT NULL
  WITH n, n.uid AS uid ORDER BY uid
  CALL (n) {
    MATCH (n)-[:REVISION]->(r:Revision)
    DETACH DELETE r
  }
  DETACH DELETE n
  RETURN collect(uid) AS notes
}
CALL () {
  UNWIND $plan.spaces AS space
  MATCH (f:Fact {space: space}) WHERE f.uid IS NOT NULL
  WITH f, f.uid AS uid ORDER BY uid
  DETACH DELETE f
  RETURN collect(uid) AS facts
}
CALL () {
  UNWIND $plan.spaces AS space
  MATCH (e:Entity {space: space}) WHERE e.uid IS NOT NULL
  WITH e, e.uid AS uid ORDER BY uid
  DETACH DELETE e
  RETURN collect(uid) AS entities
}
CALL () {
  UNWIND $plan.spaces AS space
  MATCH (m:Name {space: space}) WHERE m.key IS NOT NULL
  DETACH DELETE m
}
CALL () {
  MATCH (s:Session {namespace: $namespace}) WHERE s.uid IS NOT NULL
  DETACH DELETE s
}
CALL () {
  MATCH (j:Job {namespace: $namespace}) WHERE j.uid IS NOT NULL
  DELETE j
}
CALL () {
  MATCH (c:Change {namespace: $namespace}) WHERE c.uid IS NOT NULL
  DETACH DELETE c
}
CALL () {
  MATCH (c:Call {namespace: $namespace}) WHERE c.uid IS NOT NULL
  DETACH DELETE c
}
CALL () {
  MATCH (tombstone:Tombstone {namespace: $namespace}) WHERE tombstone.mark IS NOT NULL
  DELETE tombstone
}
CALL () {
  MATCH (s:CoreState {namespace: $namespace}) WHERE s.uid IS NOT NULL
  DELETE s
}
MATCH (n:Namespace {uid: $namespace})
DETACH DELETE n
RETURN turns, notes, facts, entities
