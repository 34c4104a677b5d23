// What a plan must know: whom names mean, and current facts that a new one may repeat, end or supersede.
// takes:   $space (the generation), $ask: keys (name keys), facts (subject, type, object, single: see FactProbe)
// returns: named (key, entity; by mentions), facts (properties, subject, object, notes; by uid)
RETURN COLLECT {
  UNWIND $ask.keys AS key
  MATCH (:Name {space: $space, key: key})-[:NAMES]->(e:Entity)
  WITH key, e ORDER BY e.mentions DESC, e.uid
  RETURN {key: key, entity: properties(e)}
} AS named, COLLECT {
  UNWIND $ask.facts AS probe
  MATCH (:Name {space: $space, key: probe.subject})-[:NAMES]->(subject:Entity)<-[:SUBJECT]-(f:Fact)-[:OBJECT]->(object:Entity)
  WHERE f.type = probe.type AND f.holds_until IS NULL AND f.retired_at IS NULL
    AND (probe.single OR EXISTS { (object)<-[:NAMES]-(:Name {space: $space, key: probe.object}) })
  WITH DISTINCT f, subject, object ORDER BY f.uid
  RETURN f {
    .*, subject: subject.uid, object: object.uid,
    notes: COLLECT { MATCH (f)-[:FROM]->(n:Note) RETURN n.uid ORDER BY n.uid }
  }
} AS facts
