// Moves the relationships of entities that are merged or split. A merged entity keeps its own relationships as OWN. The root of its
// tree has copies of them, with the uid of the merged entity in `via`. First, own relationships are saved as OWN; then all copies
// are deleted; then each root gets its own relationships and copies of those of its members.
// takes:   $space: string
//          $plan.members: list<map{uid, root}> (all entities of the trees)
//          $plan.roots: map (uid → root, the same)
//          $plan.cut: list<string> (entities that lose their parent)
//          $plan.links: list<map{alias, into, reason, turn, at}> (new parents)
//          $plan.keep_apart: list<map{alias, into}> (pairs that a person split)
//          $plan.together: list<map{alias, into}> (pairs that are no longer kept apart)
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
  UNWIND $plan.keep_apart AS row
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
  MERGE (from)-[own:OWN {type: type(edge)}]->(e)
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
  WITH root, from, own.type AS type, collect({via: nullIf(row.uid, row.root), properties: properties(own)}) AS owned
  CALL (root, from, type, owned) {
    WITH root, from, type, owned[0] AS first
    WHERE NOT EXISTS { (from)-[existing]->(root) WHERE type(existing) = type }
    CREATE (from)-[edge:$(type)]->(root)
    SET edge += first.properties, edge.via = first.via, edge.type = NULL
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
