// Deletes turns and the data derived from them alone. Neighbouring turns become pending. Facts that stay lose the deleted text,
// revisions caused by these turns are undone, and the archived instances of deleted abstractions become active. Names that no other turn contains are deleted; an entity with such a display
// name gets its longest remaining name. States of core blocks that are based on a turn are deleted with all later states.
// write/invalidations sets the ends of the remaining facts.
// The jobs `derive` of the sessions of these turns and of the neighbours lose their row, because their session may contain words
// of a turn. The errors of all jobs are cleared, because they may contain such words too. Pending turns keep their jobs.
// takes:   $namespace: string
//          $space: string
//          $plan.turns: list<string> (uids, as below)
//          $plan.neighbours: list<string> (turns)
//          $plan.notes: list<string>
//          $plan.facts: list<string>
//          $plan.reworded: list<string> (facts that stay)
//          $plan.undone: list<map{note, number}> (the first revision to delete)
CALL () {
  UNWIND $plan.facts AS uid
  MATCH (f:Fact {space: $space, uid: uid})
  CALL (f) {
    MATCH (f)-[:SUBJECT]->(subject:Entity)
    MATCH (f)-[:OBJECT]->(object:Entity)
    MATCH (subject)-[edge:$(f.type) {fact: f.uid}]->(object)
    DELETE edge
  }
  DETACH DELETE f
}
CALL () {
  UNWIND $plan.notes AS uid
  MATCH (n:Note {space: $space, uid: uid})
  CALL (n) {
    MATCH (n)-[:REVISION]->(r:Revision)
    DETACH DELETE r
  }
  CALL (n) {
    MATCH (n)-[:ABSTRACTS]->(instance:Note {state: 'archived'}) WHERE n.state <> 'summary'
    SET instance.state = 'active'
  }
  DETACH DELETE n
}
CALL () {
  UNWIND $plan.undone AS row
  MATCH (n:Note {space: $space, uid: row.note})
  MATCH (n)-[:REVISION]->(before:Revision) WHERE before.number = row.number - 1
  SET n += before {.text, .context, .keywords, .tags, .terms, .language, .embedding, .vector}
  WITH n, row
  MATCH (n)-[:REVISION]->(r:Revision) WHERE r.number >= row.number OR row.number = 1
  DETACH DELETE r
}
CALL () {
  UNWIND $plan.turns + $plan.neighbours AS uid
  MATCH (:Turn {namespace: $namespace, uid: uid})<-[:NAMED_IN]-(m:Name {space: $space})
  WITH m, count(*) AS lost WHERE lost = COUNT { (m)-[:NAMED_IN]->() }
  OPTIONAL MATCH (m)-[is:NAMES|OWN]->(e:Entity) WHERE is.text = e.name
  WITH m, collect(e) AS entities
  DETACH DELETE m
  WITH collect(entities) AS all
  UNWIND all AS entities
  UNWIND entities AS e
  WITH DISTINCT e
  CALL (e) {
    OPTIONAL MATCH (:Name)-[left:NAMES|OWN]->(e)
    RETURN left.text AS text ORDER BY left.via IS NOT NULL, size(left.text) DESC, text LIMIT 1
  }
  SET e.name = coalesce(text, e.uid)
}
CALL () {
  UNWIND $plan.reworded AS uid
  MATCH (f:Fact {space: $space, uid: uid})
  CALL (f) {
    MATCH (f)-[:FROM]->(n:Note)
    RETURN n.text AS text ORDER BY n.said_at, n.uid LIMIT 1
  }
  SET f.text = text
}
CALL () {
  UNWIND $plan.neighbours AS uid
  MATCH (t:Turn {namespace: $namespace, uid: uid})
  SET t.state = 'pending'
  REMOVE t.embedding, t.vector, t.other_embedding, t.other_vector, t.context_span
  WITH t
  MATCH (t)-[link:MENTIONS|SPOKEN_BY|OWN|FROM|NAMED_IN|ENDED_BY]-()
  DELETE link
}
CALL () {
  MATCH (s:CoreState {namespace: $namespace})
  WHERE s.uid IS NOT NULL AND any(uid IN s.turns WHERE uid IN $plan.turns)
  WITH s.block AS block, min(s.number) AS first
  MATCH (later:CoreState {namespace: $namespace}) WHERE later.uid IS NOT NULL AND later.block = block AND later.number >= first
  DELETE later
}
CALL () {
  MATCH (j:Job {namespace: $namespace}) WHERE j.uid IS NOT NULL
  SET j.error = ''
}
CALL () {
  UNWIND $plan.turns + $plan.neighbours AS uid
  MATCH (t:Turn {namespace: $namespace, uid: uid})
  WITH DISTINCT t.session AS session
  MATCH (j:Job {namespace: $namespace, kind: 'derive', session: session}) WHERE j.uid IS NOT NULL
  DELETE j
}
CALL () {
  UNWIND $plan.turns AS uid
  MATCH (t:Turn {namespace: $namespace, uid: uid})
  DETACH DELETE t
}
