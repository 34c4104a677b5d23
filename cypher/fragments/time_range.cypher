// The channel `time`: notes and turns of a time range, the newest first. It is one more branch of a union.
// takes:   $namespace: string
//          $space: string
//          $ask.since: datetime
//          $ask.until: datetime
//          $ask.fetch: integer (rows before the filters)
//          $filters.vault: boolean
//          $filters.state: string (of the notes: active or archived)
//          $filters.agent_generated: boolean (whether agent-generated turns are returned too)
UNION ALL
 CALL () {
   MATCH (node:Note {space: $space}) WHERE node.said_at >= $ask.since AND node.said_at < $ask.until
   RETURN node
  UNION
   MATCH (node:Note {space: $space}) WHERE node.holds_from < $ask.until
   WITH node WHERE node.holds_until IS NULL OR node.holds_until > $ask.since
   RETURN node
  UNION
   MATCH (node:Note {space: $space}) WHERE node.holds_until > $ask.since
   WITH node WHERE node.holds_from IS NULL
   RETURN node
 }
 WITH node WHERE node.state = $filters.state AND (node.kind = 'vault') = $filters.vault
 WITH node ORDER BY node.at DESC, node.uid DESC LIMIT $ask.fetch
 RETURN node, NULL AS score, 'time' AS channel, NULL AS entity
UNION ALL
 MATCH (node:Turn {namespace: $namespace}) WHERE node.at >= $ask.since AND node.at < $ask.until
 WITH node WHERE $filters.agent_generated OR NOT node.role IN ['assistant', 'web']
 WITH node ORDER BY node.at DESC, node.uid DESC LIMIT $ask.fetch
 RETURN node, NULL AS score, 'time' AS channel, NULL AS entity
