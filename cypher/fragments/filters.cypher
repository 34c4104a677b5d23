// The filters of a search: conditions on a `node` (a note or a turn) of `space`. They follow another predicate.
// takes:   $filters.state: string (of the notes: active or archived; archived leaves out turns)
//          $filters.kind: string?
//          $filters.verified: boolean?
//          $filters.trust: string?
//          $filters.roles: list<string> (roles of that trust)
//          $filters.relation: string? (type of a fact)
//          $filters.entity: string? (name key)
//          $filters.by_turn: boolean (whether one of the following is given)
//          $filters.since: datetime?
//          $filters.until: datetime?
//          $filters.speaker: string?
//          $filters.role: string?
//          $filters.session: string?
//          $filters.agent: string?
//          $filters.metadata: list<string> (a key and its value as JSON, each)
AND ($filters.state = 'active' OR node:Note)
AND ($filters.kind IS NULL OR node.kind = $filters.kind)
AND ($filters.verified IS NULL OR node.verified = $filters.verified)
AND ($filters.trust IS NULL OR node.trust = $filters.trust OR node.role IN $filters.roles)
AND ($filters.relation IS NULL OR EXISTS { (node)<-[:FROM]-(:Fact {type: $filters.relation}) })
AND ($filters.entity IS NULL OR EXISTS {
  (node)-[:ABOUT|MENTIONS|SPOKEN_BY]->(:Entity)<-[:NAMES]-(:Name {space: space, key: $filters.entity})
})
AND (NOT $filters.by_turn OR EXISTS {
  MATCH (node)-[:FROM]->{0,1}(turn:Turn)
  WHERE ($filters.since IS NULL OR turn.at >= $filters.since) AND ($filters.until IS NULL OR turn.at < $filters.until)
    AND ($filters.speaker IS NULL OR turn.speaker = $filters.speaker) AND ($filters.role IS NULL OR turn.role = $filters.role)
    AND ($filters.session IS NULL OR turn.session = $filters.session) AND ($filters.agent IS NULL OR turn.agent = $filters.agent)
    AND all(pair IN $filters.metadata WHERE pair IN coalesce(turn.metadata_pairs, []))
})
