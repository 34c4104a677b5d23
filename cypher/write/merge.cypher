// Puts entities that are merged or split, and what hangs on them, where they belong. First what is a member's own is set
// aside, then all that is lent is taken away, then each root is given its own and what it bears for others (via).
// takes:   $space (the generation), $plan: members (uid, root: of every entity in the trees), roots (the same as a map), cut
//          (uids of those whose parent is gone), links (alias, into, reason, turn, at: new parents), apart and
//          together (alias, into: pairs that people said are two, or that are told to be one now)
CALL () {
  UNWIND $plan.cut AS uid
  MATCH (:Entity {space: $space, uid: uid})-[same:SAME_AS]->(:Entity)
  DELETE same
}
CALL () {
  UNWIND $plan.links AS row
  MATCH (alias:Entity {space: $space, uid: row.alias})
  MATCH (into:Entity {space: $space, uid: row.into})
  CREATE (alias)-[same:SAME_AS]->(into)
  SET same.space = $space, same.turn = row.turn, same.reason = row.reason, same.at = row.at
}
CALL () {
  UNWIND $plan.apart AS row
  MATCH (alias:Entity {space: $space, uid: row.alias})
  MATCH (into:Entity {space: $space, uid: row.into})
  MERGE (alias)-[:APART]-(into)
}
CALL () {
  UNWIND $plan.together AS row
  MATCH (:Entity {space: $space, uid: row.alias})-[apart:APART]-(:Entity {space: $space, uid: row.into})
  DELETE apart
}
CALL () {
  UNWIND $plan.members AS row
  WITH row WHERE row.uid <> row.root
  MATCH (e:Entity {space: $space, uid: row.uid})<-[edge:MENTIONS|SPOKEN_BY|ABOUT|NAMES]-(from) WHERE edge.via IS NULL
  MERGE (from)-[own:OWN {was: type(edge)}]->(e)
  SET own += properties(edge)
}
CALL () {
  UNWIND $plan.members AS row
  MATCH (e:Entity {space: $space, uid: row.uid})<-[edge:MENTIONS|SPOKEN_BY|ABOUT|NAMES]-()
  WHERE edge.via IS NOT NULL OR row.uid <> row.root
  DELETE edge
}
CALL () {
  UNWIND $plan.members AS row
  MATCH (e:Entity {space: $space, uid: row.uid})<-[own:OWN]-(from)
  MATCH (root:Entity {space: $space, uid: row.root})
  WITH row, root, from, own ORDER BY row.uid <> row.root, row.uid
  WITH root, from, own.was AS type, collect({via: nullIf(row.uid, row.root), had: properties(own)}) AS those
  CALL (root, from, type, those) {
    WITH root, from, type, those[0] AS one
    WHERE NOT EXISTS { (from)-[there]->(root) WHERE type(there) = type }
    CREATE (from)-[edge:$(type)]->(root)
    SET edge += one.had, edge.via = one.via, edge.was = NULL
    SET edge.entity = CASE WHEN type IN ['ABOUT', 'MENTIONS'] THEN root.uid END
  }
}
CALL () {
  UNWIND $plan.members AS row
  WITH row WHERE row.uid = row.root
  MATCH (:Entity {space: $space, uid: row.uid})<-[own:OWN]-()
  DELETE own
}
CALL () {
  UNWIND $plan.members AS row
  MATCH (:Entity {space: $space, uid: row.uid})<-[:SUBJECT|OBJECT]-(f:Fact)
  WITH DISTINCT f
  MATCH (subject:Entity)<-[has_subject:SUBJECT]-(f)-[has_object:OBJECT]->(object:Entity)
  WITH f, subject, object, has_subject, has_object, coalesce(has_subject.via, subject.uid) AS own_subject,
    coalesce(has_object.via, object.uid) AS own_object
  WITH *, coalesce($plan.roots[own_subject], subject.uid) AS to_subject,
    coalesce($plan.roots[own_object], object.uid) AS to_object
  WHERE to_subject <> subject.uid OR to_object <> object.uid
  MATCH (new_subject:Entity {space: $space, uid: to_subject})
  MATCH (new_object:Entity {space: $space, uid: to_object})
  CALL (f, subject, object, new_subject, new_object) {
    MATCH (subject)-[edge:$(f.type) {fact: f.uid}]->(object)
    CREATE (new_subject)-[moved:$(f.type)]->(new_object)
    SET moved = properties(edge)
    DELETE edge
  }
  CREATE (f)-[:SUBJECT {via: nullIf(own_subject, to_subject)}]->(new_subject)
  CREATE (f)-[:OBJECT {via: nullIf(own_object, to_object)}]->(new_object)
  DELETE has_subject, has_object
}
UNWIND $plan.members AS row
MATCH (e:Entity {space: $space, uid: row.uid})
CALL (e) {
  MATCH (e)<-[m:MENTIONS]-(:Turn) WHERE m.how <> 'agent_generated'
  RETURN count(m) AS mentions, min(m.at) AS first_at, max(m.at) AS last_at
}
SET e.canonical = nullIf(row.root, row.uid), e.mentions = mentions, e.first_at = first_at, e.last_at = last_at
