// Two hops from the seeds: by facts, newest first, and by notes about both, most shared first. The second leads
// on, never back to a seed: what joins a seed was found from there. Of an entity that very many notes are about,
// the 500 newest show whom it shares most with.
// takes:   $namespace (whose), $seeds (entity uids), $fan_out, $half (hops of each kind from a seed, and from there),
//          $shared_notes (notes told of one hop), $hub (an entity that as many notes are about is not walked through),
//          $vault (only notes of the vault, instead of all others);
//          the filters, for notes: $filtered, $kind, $verified, $trust, $roles, $relation, $entity, $by_turn, $since,
//          $until, $speaker, $role, $session, $agent
// returns: space, first and second (lists of hops: source, target, kind, uid, type); no row without the namespace
MATCH (n:Namespace {name: $namespace})
WITH n.name + '#' + toString(n.generation) AS space
CALL (space) {
  UNWIND $seeds AS uid
  MATCH (seed:Entity {space: space, uid: uid})
  RETURN collect(DISTINCT seed) AS seeds
}
CALL (seeds, space) {
  UNWIND seeds AS source
  CALL (source, space) {
    MATCH (source)<-[:SUBJECT|OBJECT]-(fact:Fact)-[:SUBJECT|OBJECT]->(target:Entity) WHERE target <> source
    WITH fact, target ORDER BY fact.recorded_at IS NULL, fact.recorded_at DESC, fact.uid LIMIT $fan_out
    RETURN target, {kind: 'fact', uid: fact.uid, type: fact.type} AS by
   UNION ALL
    MATCH (source)<-[:ABOUT]-(node:Note)
    WHERE node.state = 'active' AND (node.kind = 'vault') = $vault AND (NOT $filtered OR (
      // the filters, the same in every statement that has them
      ($kind IS NULL OR node.kind = $kind)
      AND ($verified IS NULL OR node.verified = $verified)
      AND ($trust IS NULL OR node.trust = $trust OR node.role IN $roles)
      AND ($relation IS NULL OR EXISTS { (node)<-[:FROM]-(:Fact {type: $relation}) })
      AND ($entity IS NULL OR EXISTS {
        (node)-[:ABOUT|MENTIONS|SPOKEN_BY]->(:Entity)<-[:NAMES]-(:Name {space: space, key: $entity})
      })
      AND (NOT $by_turn OR EXISTS {
        MATCH (node)-[:FROM]->{0,1}(turn:Turn)
        WHERE ($since IS NULL OR turn.at >= $since) AND ($until IS NULL OR turn.at < $until)
          AND ($speaker IS NULL OR turn.speaker = $speaker) AND ($role IS NULL OR turn.role = $role)
          AND ($session IS NULL OR turn.session = $session) AND ($agent IS NULL OR turn.agent = $agent)
      })
      // end of the filters
    ))
    WITH source, node ORDER BY node.at DESC, node.uid LIMIT 500
    MATCH (node)-[:ABOUT]->(target:Entity) WHERE target <> source
    WITH target, collect(node.uid) AS notes
    ORDER BY size(notes) DESC, target.uid LIMIT $fan_out
    UNWIND notes[..$shared_notes] AS uid
    RETURN target, {kind: 'note', uid: uid, type: 'ABOUT'} AS by
  }
  RETURN collect(by {.*, source: source.uid, target: target.uid}) AS first, collect(DISTINCT target) AS reached
}
WITH space, seeds, first, [e IN reached WHERE NOT e IN seeds AND COUNT { (e)<-[:ABOUT]-() } < $hub] AS walked
CALL (walked, seeds, space) {
  UNWIND walked AS source
  CALL (source, seeds, space) {
    MATCH (source)<-[:SUBJECT|OBJECT]-(fact:Fact)-[:SUBJECT|OBJECT]->(target:Entity) WHERE target <> source AND NOT target IN seeds
    WITH fact, target ORDER BY fact.recorded_at IS NULL, fact.recorded_at DESC, fact.uid LIMIT $half
    RETURN target, {kind: 'fact', uid: fact.uid, type: fact.type} AS by
   UNION ALL
    MATCH (source)<-[:ABOUT]-(node:Note)
    WHERE node.state = 'active' AND (node.kind = 'vault') = $vault AND (NOT $filtered OR (
      // the filters, the same in every statement that has them
      ($kind IS NULL OR node.kind = $kind)
      AND ($verified IS NULL OR node.verified = $verified)
      AND ($trust IS NULL OR node.trust = $trust OR node.role IN $roles)
      AND ($relation IS NULL OR EXISTS { (node)<-[:FROM]-(:Fact {type: $relation}) })
      AND ($entity IS NULL OR EXISTS {
        (node)-[:ABOUT|MENTIONS|SPOKEN_BY]->(:Entity)<-[:NAMES]-(:Name {space: space, key: $entity})
      })
      AND (NOT $by_turn OR EXISTS {
        MATCH (node)-[:FROM]->{0,1}(turn:Turn)
        WHERE ($since IS NULL OR turn.at >= $since) AND ($until IS NULL OR turn.at < $until)
          AND ($speaker IS NULL OR turn.speaker = $speaker) AND ($role IS NULL OR turn.role = $role)
          AND ($session IS NULL OR turn.session = $session) AND ($agent IS NULL OR turn.agent = $agent)
      })
      // end of the filters
    ))
    WITH source, seeds, node ORDER BY node.at DESC, node.uid LIMIT 500
    MATCH (node)-[:ABOUT]->(target:Entity) WHERE target <> source AND NOT target IN seeds
    WITH target, collect(node.uid) AS notes
    ORDER BY size(notes) DESC, target.uid LIMIT $half
    UNWIND notes[..$shared_notes] AS uid
    RETURN target, {kind: 'note', uid: uid, type: 'ABOUT'} AS by
  }
  RETURN collect(by {.*, source: source.uid, target: target.uid}) AS second
}
RETURN space, first, second
