// The records derived from turns, divided by whether they have other sources.
// takes:   $namespace: string
//          $space: string
//          $ask.turns: list<string> (uids)
// returns: revisions: list<map{note, number}> (the first revision that one of the turns caused)
//          notes: list<string> (uids; without other sources, and abstractions with an affected instance or exception)
//          kept_notes: list<string>
//          facts: list<string>
//          kept_facts: list<string>
//          ended: list<string> (facts that one of the turns or facts ended)
//          entities: list<string> (uids of the affected entities)
CALL () {
  UNWIND $ask.turns AS uid
  MATCH (:Turn {namespace: $namespace, uid: uid})<-[:FROM]-(n:Note)
  WITH n, count(*) AS lost
  RETURN collect(CASE WHEN lost = COUNT { (n)-[:FROM]->() } THEN n END) AS notes,
    collect(CASE WHEN lost < COUNT { (n)-[:FROM]->() } THEN n END) AS lessened
}
CALL (notes, lessened) {
  CALL (notes, lessened) {
    UNWIND notes + lessened AS n MATCH (n)<-[:ABSTRACTS]-(abstraction:Note)
    RETURN abstraction
   UNION
    UNWIND notes + lessened AS n MATCH (n)-[:LINKED {reason: 'exception_to'}]->(abstraction:Note)
    RETURN abstraction
  }
  RETURN collect(abstraction) AS abstractions
}
WITH notes + [each IN abstractions WHERE NOT each IN notes] AS notes,
  [n IN lessened WHERE NOT n IN abstractions | n.uid] AS kept_notes
CALL (notes) {
  UNWIND notes AS n
  MATCH (n)<-[:FROM]-(f:Fact)
  WITH f, count(*) AS lost
  RETURN collect(CASE WHEN lost = COUNT { (f)-[:FROM]->() } THEN f END) AS facts,
    collect(CASE WHEN lost < COUNT { (f)-[:FROM]->() } THEN f.uid END) AS kept_facts
}
CALL (facts) {
  CALL (facts) {
    UNWIND facts AS f MATCH (f)-[:SUPERSEDES]->(ended:Fact)
    RETURN ended
   UNION
    UNWIND $ask.turns AS uid
    MATCH (:Turn {namespace: $namespace, uid: uid})<-[:ENDED_BY]-(ended:Fact {space: $space})
    RETURN ended
  }
  RETURN collect(ended.uid) AS ended
}
CALL (notes, facts) {
  CALL (notes, facts) {
    UNWIND $ask.turns AS uid
    MATCH (:Turn {namespace: $namespace, uid: uid})-[:MENTIONS|SPOKEN_BY|OWN]->(e:Entity)
    RETURN e.uid AS uid
   UNION
    UNWIND notes AS n MATCH (n)-[:ABOUT|OWN]->(e:Entity)
    RETURN e.uid AS uid
   UNION
    UNWIND facts AS f MATCH (f)-[end:SUBJECT|OBJECT]->(e:Entity)
    RETURN coalesce(end.via, e.uid) AS uid
   UNION
    UNWIND $ask.turns AS turn
    MATCH (e:Entity)-[same:SAME_AS {space: $space, turn: turn}]->(:Entity)
    RETURN e.uid AS uid
  }
  RETURN collect(uid) AS entities
}
CALL () {
  UNWIND $ask.turns AS turn
  MATCH (n:Note)-[:REVISION]->(r:Revision {space: $space, turn: turn})
  WITH n.uid AS note, min(r.number) AS number
  RETURN collect({note: note, number: number}) AS revisions
}
RETURN revisions, [n IN notes | n.uid] AS notes, kept_notes, [f IN facts | f.uid] AS facts, kept_facts, ended, entities
