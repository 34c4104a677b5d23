// Two hops from the seeds: by facts, those of the relations asked about first, then the newest, and by notes about both, most shared first. The second leads
// on, never back to a seed: what joins a seed was found from there. Of an entity that very many notes are about,
// the 500 newest show whom it shares most with.
// takes:   $namespace (whose),
//          $ask: seeds (entity uids), fan_out and half (hops of each kind from a seed, and from there), shared_notes
//          (notes told of one hop), relations (types asked about), hub (an entity that as many notes are about is not walked through);
//          $filters, for the notes: see read/candidates
// returns: hops: for each entity of the first hop the hops that lead to it, and those that lead on from it; a hop is
//          source, target, kind, uid, type
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
    WHERE node.state = 'active' AND (node.kind = 'vault') = $filters.vault AND (NOT $filters.given OR (
      // the filters, the same in every statement that has them
      ($filters.kind IS NULL OR node.kind = $filters.kind)
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
      })
      // end of the filters
    ))
    WITH seed, about, node ORDER BY about.entity DESC, about.at DESC, node.uid LIMIT 500  // as the index has them
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
    WHERE node.state = 'active' AND (node.kind = 'vault') = $filters.vault AND (NOT $filters.given OR (
      // the filters, the same in every statement that has them
      ($filters.kind IS NULL OR node.kind = $filters.kind)
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
      })
      // end of the filters
    ))
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
