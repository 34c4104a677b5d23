// The entity store: entities with number of mentions, first and last mention, and relevance.
// takes:   $namespace: string
//          $ask.keys: list<string>? (name keys; null: all)
//          $ask.uids: list<string>?
//          $ask.type: string?
//          $ask.order: string (count, recent or relevance)
//          $ask.merged: boolean (only merged entities, found by their own names; else only others)
//          $ask.now: datetime (the time for which relevance is computed)
//          $ask.half_life: float (days)
//          $ask.limit: integer
// returns: entity: map (properties)
//          relevance: float? (null unless it is the order); in that order, then by name and uid
MATCH (n:Namespace {uid: $namespace})
WITH n.uid + '#' + toString(n.generation) AS space
CALL (space) {
  UNWIND $ask.keys AS key
  MATCH (:Name {space: space, key: key})-[:NAMES|OWN]->(entity:Entity)
  RETURN entity
 UNION
  UNWIND CASE WHEN $ask.keys IS NULL THEN $ask.uids ELSE [] END AS uid
  MATCH (entity:Entity {space: space, uid: uid})
  RETURN entity
 UNION
  UNWIND CASE WHEN $ask.keys IS NULL AND $ask.uids IS NULL THEN [1] ELSE [] END AS all
  MATCH (entity:Entity {space: space}) WHERE entity.uid IS NOT NULL
  RETURN entity
}
WITH entity WHERE ($ask.type IS NULL OR entity.type = $ask.type) AND ($ask.uids IS NULL OR entity.uid IN $ask.uids) AND (entity.canonical IS NOT NULL) = $ask.merged
WITH entity, CASE
  WHEN $ask.order <> 'relevance' THEN NULL
  WHEN entity.last_at IS NULL THEN 0.0
  ELSE entity.mentions * 2.0 ^ (
    -(($ask.now.epochSeconds - entity.last_at.epochSeconds) + ($ask.now.microsecond - entity.last_at.microsecond) / 1e6)
    / 86400.0 / $ask.half_life
  )
END AS relevance
WITH entity, relevance, CASE $ask.order
  WHEN 'relevance' THEN relevance
  WHEN 'recent' THEN coalesce(entity.last_at.epochSeconds * 1000000 + entity.last_at.microsecond, -1e18)
  ELSE entity.mentions
END AS rank
ORDER BY rank DESC, entity.name, entity.uid LIMIT $ask.limit
RETURN properties(entity) AS entity, relevance
ORDER BY rank DESC, entity.name, entity.uid
