// The candidates of the channels terms, agent_generated, abstraction, anchor and time: from each channel the best or newest records that pass
// the filters.
// takes:   $namespace: string
//          $space: string
//          $ask.queries: list<map{channel, text, state}> (text: Lucene query; state: of notes)
//          $ask.searched: integer (results of one full-text query)
//          $ask.fetch: integer (rows of a branch before the filters)
//          $ask.keys: list<string> (name keys)
//          $ask.limits: map (channel → number of notes, and of turns)
//          $filters.vault: boolean (only sensitive notes, instead of all others)
//          $filters.state: string (of the notes: active or archived)
//          $filters.agent_generated: boolean (whether other channels return agent-generated turns too)
// returns: found: list<list> (uid, channel, score, uids of a note's source turns or null for a turn)
CALL () {
  UNWIND $ask.queries AS query
  CALL (query) {
    CALL db.index.fulltext.queryNodes('memgraph_terms', query.text, {limit: $ask.searched}) YIELD node, score
    WHERE node.namespace = $namespace
      OR (node.space = $space AND node.state = query.state AND (node.kind = 'vault') = $filters.vault)
    RETURN node, score LIMIT $ask.fetch
  }
  RETURN node, score, query.channel AS channel, NULL AS entity
 UNION ALL
  UNWIND $ask.keys AS key
  MATCH (:Name {space: $space, key: key})-[:NAMES]->(entity:Entity)
  WITH DISTINCT entity
  CALL (entity) {
    // include fragments/newest_notes
    LIMIT $ask.fetch
   UNION ALL
    MATCH (entity)<-[mention:MENTIONS]-(node:Turn)
    USING INDEX SEEK mention:MENTIONS(entity, at)
    WHERE mention.entity = entity.uid AND mention.at IS NOT NULL
    WITH mention, node WHERE $filters.agent_generated OR NOT node.role IN ['assistant', 'web']
    RETURN node ORDER BY mention.entity DESC, mention.at DESC, node.uid DESC LIMIT $ask.fetch
  }
  RETURN node, NULL AS score, 'anchor' AS channel, entity
 UNION ALL
  UNWIND CASE WHEN $filters.state = 'active' THEN $ask.keys ELSE [] END AS key
  MATCH (:Name {space: $space, key: key})-[:NAMES]->(entity:Entity)
  WITH DISTINCT entity
  MATCH (node:Note {space: $space, state: 'abstraction'})
  USING INDEX SEEK node:Note(space, state, at)
  WHERE node.at IS NOT NULL AND EXISTS { (node)-[:ABOUT]->(entity) }
  RETURN node, NULL AS score, 'abstraction' AS channel, entity
 // include fragments/time_range
}
WITH node, score, channel, entity, $space AS space
WHERE node IS NOT NULL
  // include fragments/filters
WITH node, channel, entity, score ORDER BY score DESC, node.at DESC, node.uid DESC
WITH channel, entity, node:Note AS note, collect({node: node, score: score}) AS rows
UNWIND rows[..$ask.limits[channel]] AS row
WITH channel, row.node AS node, row.score AS score
// include fragments/found
