// The number of mentions per day.
// takes:   $namespace: string
//          $ask.since: datetime
//          $ask.until: datetime (exclusive)
//          $ask.entity: string? (uid; null: all)
//          $ask.limit: integer (days)
// returns: day: date
//          mentions: integer; sorted by day; the limit keeps the newest days
MATCH (n:Namespace {uid: $namespace})
WITH n.uid + '#' + toString(n.generation) AS space
CALL (space) {
  UNWIND CASE WHEN $ask.entity IS NULL THEN [] ELSE [$ask.entity] END AS uid
  MATCH (e:Entity {space: space, uid: uid})<-[m:MENTIONS]-(:Turn) WHERE m.at >= $ask.since AND m.at < $ask.until AND m.how <> 'agent_generated'
  RETURN date(m.at) AS day
 UNION ALL
  UNWIND CASE WHEN $ask.entity IS NULL THEN [1] ELSE [] END AS all
  MATCH (:Turn)-[m:MENTIONS]->(:Entity) USING INDEX SEEK m:MENTIONS(space, at)
  WHERE m.space = space AND m.at >= $ask.since AND m.at < $ask.until AND m.how <> 'agent_generated'
  RETURN date(m.at) AS day
}
WITH day, count(*) AS mentions ORDER BY day DESC LIMIT $ask.limit
RETURN day, mentions ORDER BY day
