// Up to two hops from the seed entities, by facts (those of the requested relations first, then the newest) and by notes about
// both entities (those with most shared notes first). A second hop never leads back to a seed, because the hops of the seed
// contain that connection. Only the 500 newest notes of an entity are considered.
// takes:   $namespace: string
//          $ask.seeds: list<string> (uids of entities)
//          $ask.fan_out: integer (hops of each kind from a seed)
//          $ask.half: integer (hops of each kind from another entity)
//          $ask.shared_notes: integer (notes returned for one hop)
//          $ask.relations: list<string> (types of facts)
//          $ask.hub: integer (no second hop from an entity with this many notes)
//          $filters.vault: boolean (only sensitive notes, instead of all others)
// returns: hops: list<list> (for each entity of the first hop: the hops to it and the hops from it; a hop is a list of source,
//          target, kind, uid, type)
MATCH (n:Namespace {uid: $namespace})
WITH n.uid + '#' + toString(n.generation) AS space
CALL (space) {
  UNWIND $ask.seeds AS uid
  MATCH (seed:Entity {space: space, uid: uid})
  RETURN collect(DISTINCT seed) AS seeds
}
CALL (space, seeds) {
  UNWIND seeds AS seed
  CALL (space, seed) {
    MATCH (seed)<-[:SUBJECT|OBJECT]-(fact:Fact)-[:SUBJECT|OBJECT]->(target:Entity)
    WHERE target <> seed
    WITH fact, target ORDER BY fact.type IN $ask.relations DESC, fact.recorded_at IS NULL, fact.recorded_at DESC, fact.uid LIMIT $ask.fan_out
    RETURN target, ['fact', fact.uid, fact.type] AS by
   UNION ALL
    MATCH (seed)<-[about:ABOUT]-(node:Note)
    USING INDEX about:ABOUT(entity, at)
    WHERE about.entity = seed.uid AND about.at IS NOT NULL
    WITH space, seed, about, node
    WHERE node.state = 'active' AND (node.kind = 'vault') = $filters.vault
      // include fragments/filters
    WITH seed, about, node ORDER BY about.entity DESC, about.at DESC, node.uid LIMIT 500  // the order of the index
    MATCH (node)-[:ABOUT]->(target:Entity) WHERE target <> seed
    WITH target, collect(node.uid) AS notes
    ORDER BY size(notes) DESC, target.uid LIMIT $ask.fan_out
    UNWIND notes[..$ask.shared_notes] AS uid
    RETURN target, ['note', uid, 'ABOUT'] AS by
  }
  RETURN target AS middle, collect([seed.uid, target.uid] + by) AS first
}
CALL (space, seeds, middle) {
  WITH space, seeds, middle WHERE NOT middle IN seeds AND COUNT { (middle)<-[:ABOUT]-() } < $ask.hub
  CALL (space, seeds, middle) {
    MATCH (middle)<-[:SUBJECT|OBJECT]-(fact:Fact)-[:SUBJECT|OBJECT]->(target:Entity)
    WHERE target <> middle AND NOT target IN seeds
    WITH fact, target ORDER BY fact.type IN $ask.relations DESC, fact.recorded_at IS NULL, fact.recorded_at DESC, fact.uid LIMIT $ask.half
    RETURN target, ['fact', fact.uid, fact.type] AS by
   UNION ALL
    MATCH (middle)<-[:ABOUT]-(node:Note)
    WHERE node.state = 'active' AND (node.kind = 'vault') = $filters.vault
      // include fragments/filters
    WITH seeds, middle, node ORDER BY node.at DESC, node.uid LIMIT 500
    MATCH (node)-[:ABOUT]->(target:Entity) WHERE target <> middle AND NOT target IN seeds
    WITH target, collect(node.uid) AS notes
    ORDER BY size(notes) DESC, target.uid LIMIT $ask.half
    UNWIND notes[..$ask.shared_notes] AS uid
    RETURN target, ['note', uid, 'ABOUT'] AS by
  }
  RETURN collect([middle.uid, target.uid] + by) AS second
}
RETURN collect([first, second]) AS hops
