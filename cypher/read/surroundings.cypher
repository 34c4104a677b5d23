// The records of a walk: notes about the entities it reached and those that its hops rest on, with their sources.
// takes:   $namespace (whose),
//          $ask: near (uids of seeds and of those reached by the first hop, with their level), looked_at and each (of so many
//          newest notes about one of these those that hold most of the terms), further (uid, level, and how many of the newest notes about it), near_fetch and
//          further_fetch (how many may be read of one before the filters), terms (text between spaces, worth), evidence (uid and level: notes
//          of hops), facts (uid and level: facts of hops), cap (notes in all, those of the lowest level first), model (whose
//          vectors are wanted; null: none), ties (how many
//          named ones from a note, and to it);
//          $filters, for the notes: see read/candidates
// returns: kind and rows, the first of which names the columns: a note (properties, turns, about), a turn (properties), a fact (properties, subject, object,
//          notes), an entity (properties), a named tie (a, b, reason, weight)
MATCH (n:Namespace {uid: $namespace})
WITH n.uid + '#' + toString(n.generation) AS space, n.model = $ask.model AS vectors, coalesce(n.other_vectors, false) AS shelved
CALL (space) {
  CALL (space) {
    UNWIND $ask.near AS row
    MATCH (entity:Entity {space: space, uid: row[0]})
    CALL (entity) {
      MATCH (entity)<-[about:ABOUT]-(node:Note)
      USING INDEX about:ABOUT(entity, at)
      WHERE about.entity = entity.uid AND about.at IS NOT NULL
      WITH about, node WHERE node.state = 'active' AND (node.kind = 'vault') = $filters.vault
      RETURN node ORDER BY about.entity DESC, about.at DESC, node.uid LIMIT $ask.near_fetch  // as the index has them
    }
    RETURN entity, row[1] AS level, $ask.looked_at AS looked_at, $ask.each AS quota, node
   UNION ALL
    UNWIND $ask.further AS row
    MATCH (entity:Entity {space: space, uid: row[0]})
    CALL (entity) {
      MATCH (entity)<-[about:ABOUT]-(node:Note)
      USING INDEX about:ABOUT(entity, at)
      WHERE about.entity = entity.uid AND about.at IS NOT NULL
      WITH about, node WHERE node.state = 'active' AND (node.kind = 'vault') = $filters.vault
      RETURN node ORDER BY about.entity DESC, about.at DESC, node.uid LIMIT $ask.further_fetch  // as the index has them
    }
    RETURN entity, row[1] AS level, row[2] AS looked_at, row[2] AS quota, node
   UNION ALL
    UNWIND $ask.evidence AS row
    MATCH (node:Note {space: space, uid: row[0]}) WHERE node.state = 'active' AND (node.kind = 'vault') = $filters.vault
    RETURN NULL AS entity, row[1] AS level, $ask.cap AS looked_at, $ask.cap AS quota, node
   UNION ALL
    UNWIND $ask.facts AS row
    MATCH (:Fact {space: space, uid: row[0]})-[:FROM]->(node:Note) WHERE node.state = 'active' AND (node.kind = 'vault') = $filters.vault
    RETURN NULL AS entity, row[1] AS level, $ask.cap AS looked_at, $ask.cap AS quota, node
  }
  WITH entity, level, looked_at, quota, node, space
  WHERE NOT $filters.given OR (
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
  )
  WITH entity, level, looked_at, quota, node ORDER BY node.at DESC, node.uid
  WITH entity, level, looked_at, quota, collect(DISTINCT node) AS nodes
  UNWIND nodes[..looked_at] AS node
  WITH entity, level, quota, node, CASE WHEN looked_at = quota THEN 0.0 ELSE reduce(worth = 0.0, term IN $ask.terms |
    worth + CASE WHEN ' ' + node.terms + ' ' CONTAINS term.text THEN term.worth ELSE 0.0 END) END AS worth
  ORDER BY worth DESC, node.at DESC, node.uid
  WITH entity, level, quota, collect({note: node, worth: worth}) AS found
  UNWIND found[..quota] AS row
  WITH row.note AS node, min(level) AS level, max(row.worth) AS worth
  ORDER BY level, worth DESC, node.at DESC, node.uid LIMIT $ask.cap
  RETURN collect(node) AS notes
}
CALL (space) {
  UNWIND $ask.facts AS row
  MATCH (fact:Fact {space: space, uid: row[0]})
  RETURN collect(DISTINCT fact) AS facts
}
CALL (space, notes, facts, vectors, shelved) {
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
    CASE WHEN vectors THEN note.vector END,
    COLLECT { MATCH (note)-[from:FROM]->(turn:Turn) RETURN turn.uid ORDER BY from.place, turn.uid },
    COLLECT { MATCH (note)-[:ABOUT]->(e:Entity) RETURN e.uid ORDER BY e.uid }
  ]) AS rows
 UNION ALL
  CALL (notes) {
    UNWIND notes AS note
    MATCH (note)-[:FROM]->(turn:Turn)
    RETURN DISTINCT turn
  }
  RETURN 'turn' AS kind, [[
    'uid', 'session', 'position', 'speaker', 'role', 'text', 'state', 'terms', 'said_at', 'recorded_at', 'rare', 'vector'
  ]] + collect([
    turn.uid, turn.session, turn.position, turn.speaker, turn.role, turn.text, turn.state, turn.terms,
    toString(turn.said_at), toString(turn.recorded_at),
    CASE WHEN coalesce(turn.caption, turn.agent, turn.corrections) IS NOT NULL OR turn.used IS NOT NULL THEN turn {
      .caption, .agent, .used, .corrections
    } END,
    CASE WHEN vectors THEN CASE WHEN shelved THEN turn.other_vector ELSE turn.vector END END
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
  CALL (space, notes, facts) {
    UNWIND [row IN $ask.near + $ask.further | row[0]] AS uid MATCH (e:Entity {space: space, uid: uid}) RETURN e
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
  UNWIND notes AS note
  CALL (note) {
    MATCH (note)-[tie:LINKED]->(other:Note)
    RETURN tie ORDER BY tie.weight DESC, tie.reason, other.uid LIMIT $ask.ties
   UNION
    MATCH (note)<-[tie:LINKED]-(other:Note)
    RETURN tie ORDER BY tie.weight DESC, tie.reason, other.uid LIMIT $ask.ties
  }
  WITH DISTINCT tie
  RETURN 'link' AS kind, [[
    'a', 'b', 'reason', 'weight'
  ]] + collect([
    startNode(tie).uid, endNode(tie).uid, tie.reason, tie.weight
  ]) AS rows
}
RETURN kind, rows
