// Mentions in time order, the memory stream.
// takes:   $namespace: string
//          $ask.since: datetime
//          $ask.until: datetime (exclusive)
//          $ask.entity: string? (uid; null: all)
//          $ask.limit: integer
// returns: at: datetime
//          entity: string (uid)
//          name: string
//          turn: string (uid)
//          session: string
//          speaker: string?
//          how: string; newest first, then by position of the turn and entity uid
MATCH (n:Namespace {uid: $namespace})
WITH n.uid + '#' + toString(n.generation) AS space
CALL (space) {
  UNWIND CASE WHEN $ask.entity IS NULL THEN [] ELSE [$ask.entity] END AS uid
  MATCH (e:Entity {space: space, uid: uid})<-[m:MENTIONS]-(t:Turn) WHERE m.at >= $ask.since AND m.at < $ask.until AND m.how <> 'agent_generated'
  RETURN t, m, e
 UNION ALL
  UNWIND CASE WHEN $ask.entity IS NULL THEN [1] ELSE [] END AS all
  MATCH (t:Turn)-[m:MENTIONS]->(e:Entity) USING INDEX SEEK m:MENTIONS(space, at)
  WHERE m.space = space AND m.at >= $ask.since AND m.at < $ask.until AND m.how <> 'agent_generated'
  RETURN t, m, e ORDER BY m.at DESC, t.position, e.uid, t.uid LIMIT $ask.limit
}
RETURN m.at AS at, e.uid AS entity, e.name AS name, t.uid AS turn, t.session AS session, t.speaker AS speaker, m.how AS how
ORDER BY at DESC, t.position, entity, turn LIMIT $ask.limit
