// Everything about the candidates that ranking needs, and the turns beside the best ones.
// takes:   $namespace (whose), $space (its generation),
//          $ask: notes and turns (uids of candidates), vectors (whether they are wanted), shelf (the property with those of turns), best (uids of turns), distance
//          (how far their neighbours stand), turns_too (whether turns are candidates), keys (name keys);
//          $filters, for the neighbours: see read/candidates
// returns: kind and rows, the first of which names the columns: a neighbour (uid); a turn or note (properties, about), a fact (properties, subject, object,
//          notes), an entity (properties), whom a key means (key, entity; by mentions)
WITH $space AS space
CALL (space) {
  UNWIND CASE WHEN $ask.turns_too THEN $ask.best ELSE [] END AS uid
  MATCH (best:Turn {namespace: $namespace, uid: uid})
  CALL (best) {
    MATCH (node:Turn {namespace: $namespace, session: best.session})
    WHERE node.position >= best.position - $ask.distance AND node.position <= best.position + $ask.distance
    RETURN node
  }
  WITH best, node, space
  WHERE node <> best AND (NOT $filters.given OR (
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
  RETURN collect(DISTINCT node) AS neighbours
}
CALL () {
  UNWIND $ask.notes AS uid
  MATCH (note:Note {space: $space, uid: uid})
  RETURN collect(note) AS notes
}
CALL (neighbours, notes) {
  CALL (neighbours, notes) {
    UNWIND neighbours AS turn RETURN turn
   UNION
    UNWIND $ask.turns AS uid MATCH (turn:Turn {namespace: $namespace, uid: uid}) RETURN turn
   UNION
    UNWIND notes AS note MATCH (note)-[:FROM]->(turn:Turn) RETURN turn
  }
  RETURN collect(turn) AS turns
}
CALL (notes) {
  UNWIND notes AS note
  MATCH (note)<-[:FROM]-(fact:Fact)
  RETURN collect(DISTINCT fact) AS facts
}
// Whom a turn mentions, read once for the turn and for the entities.
CALL (space, turns) {
  UNWIND turns AS turn
  RETURN collect({turn: turn, about: COLLECT { MATCH (turn)-[:MENTIONS]->(e:Entity) WHERE e.space = space RETURN e }}) AS mentions
}
// A table of each kind, which names its columns once: as maps, keys would be half of what the driver unpacks.
CALL (space, neighbours, notes, mentions, facts) {
  UNWIND neighbours AS turn
  RETURN 'neighbour' AS kind, [['uid']] + collect([turn.uid]) AS rows
 UNION ALL
  UNWIND mentions AS row
  WITH row.turn AS turn, row.about AS about
  RETURN 'turn' AS kind, [[
    'uid', 'session', 'position', 'speaker', 'role', 'text', 'state', 'terms', 'said_at', 'recorded_at', 'rare', 'vector', 'about'
  ]] + collect([
    turn.uid, turn.session, turn.position, turn.speaker, turn.role, turn.text, turn.state, turn.terms,
    toString(turn.said_at), toString(turn.recorded_at),
    CASE WHEN coalesce(turn.caption, turn.agent, turn.corrections) IS NOT NULL OR turn.used IS NOT NULL THEN turn {
      .caption, .agent, .used, .corrections
    } END,
    CASE WHEN $ask.vectors THEN turn[$ask.shelf] END,
    [e IN about | e.uid]
  ]) AS rows
 UNION ALL
  UNWIND notes AS note
  RETURN 'note' AS kind, [[
    'uid', 'text', 'context', 'keywords', 'tags', 'kind', 'state', 'trust', 'confidence', 'verified', 'salience',
    'language', 'extractor', 'terms', 'said_at', 'recorded_at', 'rare', 'vector', 'turns', 'about'
  ]] + collect([
    note.uid, note.text, note.context, note.keywords, note.tags, note.kind, note.state, note.trust, note.confidence,
    note.verified, note.salience, note.language, note.extractor, note.terms, toString(note.said_at), toString(note.recorded_at),
    CASE WHEN coalesce(note.grain, note.recurs, note.affect, note.agent, note.holds_from, note.holds_until) IS NOT NULL THEN note {
      .grain, .recurs, .affect, .agent, holds_from: toString(note.holds_from), holds_until: toString(note.holds_until)
    } END,
    CASE WHEN $ask.vectors THEN note.vector END,
    COLLECT { MATCH (note)-[from:FROM]->(turn:Turn) RETURN turn.uid ORDER BY from.place, turn.uid },
    COLLECT { MATCH (note)-[:ABOUT]->(e:Entity) RETURN e.uid ORDER BY e.uid }
  ]) AS rows
 UNION ALL
  UNWIND facts AS fact
  MATCH (subject:Entity)<-[:SUBJECT]-(fact)-[:OBJECT]->(object:Entity)
  RETURN 'fact' AS kind, [[
    'uid', 'type', 'text', 'grain', 'trust', 'confidence', 'holds_from', 'holds_until', 'recorded_at', 'retired_at',
    'subject', 'object', 'notes', 'conflicts'
  ]] + collect([
    fact.uid, fact.type, fact.text, fact.grain, fact.trust, fact.confidence, toString(fact.holds_from),
    toString(fact.holds_until), toString(fact.recorded_at), toString(fact.retired_at), subject.uid, object.uid,
    COLLECT { MATCH (fact)-[:FROM]->(n:Note) RETURN n.uid ORDER BY n.uid },
    COLLECT { MATCH (fact)-[:CONFLICTS]-(other:Fact) RETURN other.uid ORDER BY other.uid }
  ]) AS rows
 UNION ALL
  CALL (notes, mentions, facts) {
    UNWIND mentions AS row UNWIND row.about AS e RETURN e
   UNION
    UNWIND notes AS note MATCH (note)-[:ABOUT]->(e:Entity) RETURN e
   UNION
    UNWIND facts AS fact MATCH (fact)-[:SUBJECT|OBJECT]->(e:Entity) RETURN e
  }
  RETURN 'entity' AS kind, [[
    'uid', 'name', 'type', 'mentions', 'first_at', 'last_at'
  ]] + collect([
    e.uid, e.name, e.type, e.mentions, toString(e.first_at), toString(e.last_at)
  ]) AS rows
 UNION ALL
  UNWIND $ask.keys AS key
  MATCH (:Name {space: space, key: key})-[:NAMES]->(e:Entity)
  WITH key, e ORDER BY e.mentions DESC, e.uid
  RETURN 'named' AS kind, [[
    'key', 'entity'
  ]] + collect([
    key, e {.uid, .name, .type, .mentions, first_at: toString(e.first_at), last_at: toString(e.last_at)}
  ]) AS rows
}
RETURN kind, rows
