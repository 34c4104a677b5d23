// The number of records in a namespace.
// takes:   $namespace: string
//          $space: string
// returns: turns: integer
//          first_at: datetime?
//          last_at: datetime?
//          model: string? (the embedding model)
//          dimension: integer?
//          pending: integer
//          skipped: integer
//          notes: integer
//          entities: integer
//          facts: integer
//          mentions: integer
//          similar: integer
//          sessions: integer
OPTIONAL MATCH (n:Namespace {uid: $namespace})
CALL () {
  MATCH (t:Turn {namespace: $namespace}) WHERE t.at IS NOT NULL
  RETURN count(t) AS turns, min(t.at) AS first_at, max(t.at) AS last_at
}
RETURN turns, first_at, last_at, n.model AS model, n.dimension AS dimension,
  COUNT { MATCH (t:Turn {namespace: $namespace, state: 'pending'}) } AS pending,
  COUNT { MATCH (t:Turn {namespace: $namespace, state: 'skipped'}) } AS skipped,
  COUNT { MATCH (note:Note {space: $space}) USING INDEX SEEK note:Note(space, uid)
    WHERE note.uid IS NOT NULL AND note.extractor <> 'consolidation' } AS notes,
  COUNT { MATCH (e:Entity {space: $space}) WHERE e.uid IS NOT NULL AND e.canonical IS NULL } AS entities,
  COUNT { MATCH (f:Fact {space: $space}) WHERE f.uid IS NOT NULL } AS facts,
  COUNT { MATCH ()-[m:MENTIONS]->() WHERE m.space = $space AND m.at IS NOT NULL AND m.how <> 'agent_generated' } AS mentions,
  COUNT { MATCH (note:Note {space: $space})-[:SIMILAR]->(:Note) USING INDEX SEEK note:Note(space, uid)
    WHERE note.uid IS NOT NULL } AS similar,
  COUNT { MATCH (s:Session {namespace: $namespace}) WHERE s.uid IS NOT NULL } AS sessions
