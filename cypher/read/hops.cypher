// The hops from entities, by facts (those of the requested relations first, then the newest) and by notes about both entities
// (those with most shared notes first). Only the newest notes of an entity are considered.
// takes:   $space: string
//          $ask.entities: list<string> (uids)
//          $ask.excluded: list<string> (uids of entities to which no hop leads)
//          $ask.hub: integer (no hop starts at an entity with this many notes)
//          $ask.fan_out: integer (hops of each kind from an entity)
//          $ask.counted_notes: integer (newest notes of an entity in which others are counted)
//          $ask.shared_notes: integer (notes returned for one hop)
//          $ask.relations: list<string> (types of facts)
//          $filters.vault: boolean (only sensitive notes, instead of all others)
//          $filters.state: string (of the notes: active or archived)
// returns: hops: list<list> (source, target, kind, uid, type)
UNWIND $ask.entities AS uid
MATCH (source:Entity {space: $space, uid: uid}) WHERE COUNT { (source)<-[:ABOUT]-() } < $ask.hub
CALL (source) {
  MATCH (source)<-[:SUBJECT|OBJECT]-(fact:Fact)-[:SUBJECT|OBJECT]->(target:Entity)
  WHERE target <> source AND NOT target.uid IN $ask.excluded
  WITH fact, target ORDER BY fact.type IN $ask.relations DESC, fact.recorded_at IS NULL, fact.recorded_at DESC, fact.uid DESC LIMIT $ask.fan_out
  RETURN target, ['fact', fact.uid, fact.type] AS by
 UNION ALL
  MATCH (source)<-[about:ABOUT]-(node:Note)
  USING INDEX SEEK about:ABOUT(entity, at)
  WHERE about.entity = source.uid AND about.at IS NOT NULL
  WITH source, about, node, $space AS space
  WHERE node.state = $filters.state AND (node.kind = 'vault') = $filters.vault
    // include fragments/filters
  WITH source, about, node ORDER BY about.entity DESC, about.at DESC, node.uid DESC LIMIT $ask.counted_notes  // the order of the index
  MATCH (node)-[:ABOUT]->(target:Entity) WHERE target <> source AND NOT target.uid IN $ask.excluded
  WITH target, collect(node.uid) AS notes
  ORDER BY size(notes) DESC, target.uid LIMIT $ask.fan_out
  UNWIND notes[..$ask.shared_notes] AS note
  RETURN target, ['note', note, 'ABOUT'] AS by
}
RETURN collect([source.uid, target.uid] + by) AS hops
