// The planning snapshot: the entities of names, the facts that a new fact may repeat, end or supersede, and decisions of people.
// takes:   $namespace: string
//          $space: string
//          $ask.keys: list<string> (name keys)
//          $ask.facts: list<map{subject, type, object, single, any_subject}> (subject, object: name keys; single: any object)
// returns: named: list<map{key, entity}> (by mentions)
//          facts: list<map{fact, object}> (properties, subject, object, notes, conflicts; including ended ones; the object's name)
//          kept_apart: list<list> (pairs of uids: one of these entities, and one from which a person split it)
//          decisions: list<map> (properties of the merges, splits and undos of users, oldest first)
RETURN COLLECT {
  // include fragments/named_entities
  RETURN {key: key, entity:
    // include fragments/entity_map
  }
} AS named, COLLECT {
  UNWIND $ask.facts AS wanted
  CALL (wanted) {
    MATCH (:Name {space: $space, key: wanted.subject})-[:NAMES]->(subject:Entity)<-[:SUBJECT]-(f:Fact)-[:OBJECT]->(object:Entity)
    WHERE f.type = wanted.type
      AND (wanted.single OR EXISTS { (object)<-[:NAMES]-(:Name {space: $space, key: wanted.object}) })
    RETURN f, subject, object
    UNION
    MATCH (:Name {space: $space, key: wanted.object})-[:NAMES]->(object:Entity)<-[:OBJECT]-(f:Fact)-[:SUBJECT]->(subject:Entity)
    WHERE wanted.any_subject AND f.type = wanted.type
    RETURN f, subject, object
  }
  WITH DISTINCT f, subject, object
  RETURN {object: object.name, fact:
    // include fragments/fact_map
  }
} AS facts, COLLECT {
  UNWIND $ask.keys AS key
  MATCH (:Name {space: $space, key: key})-[:NAMES]->(e:Entity)
  WITH DISTINCT e
  MATCH (e)<-[:SAME_AS*0..]-(:Entity)-[:APART]-(other:Entity)
  WITH e, coalesce(other.canonical, other.uid) AS other WHERE other <> e.uid
  RETURN [e.uid, other]
} AS kept_apart, COLLECT {
  MATCH (c:Change {namespace: $namespace})
  WHERE c.kind IN ['merge', 'split', 'undo'] AND (c.kind <> 'merge' OR c.by = 'user')
  WITH c ORDER BY c.at, coalesce(c.position, 0), c.uid
  RETURN properties(c)
} AS decisions
