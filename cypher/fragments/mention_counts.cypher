// The number of mentions of entity `e`, and their first and last time, without agent-generated turns.
CALL (e) {
  MATCH (e)<-[m:MENTIONS]-(:Turn) WHERE m.how <> 'agent_generated'
  RETURN count(m) AS mentions, min(m.at) AS first_at, max(m.at) AS last_at
}
SET e.mentions = mentions, e.first_at = first_at, e.last_at = last_at
