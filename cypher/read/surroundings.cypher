// The records of a walk: notes about the entities it reached and those that its hops rest on, with their sources.
// takes:   $namespace (whose),
//          $ask: near and far (reached by the first hop, or by the second: uid, level, quota: of so many `looked_at` newest notes about an entity those that hold most of
//          the terms), terms (text between spaces, worth), evidence (uid, level: notes of hops), facts (uid, level: facts
//          of hops), cap (notes in all, those of the lowest level first), model (whose vectors are wanted; null: none), ties (how many
//          named ones from a note, and to it), most (the highest `looked_at`), newest (notes of the space that are looked through for them);
//          $filters, for the notes: see read/candidates
// returns: kind and rows, the first of which names the columns: a note (properties, turns, about), a turn (properties), a fact (properties, subject, object,
//          notes), an entity (properties), a named tie (a, b, reason, weight)
MATCH (n:Namespace {uid: $namespace})
WITH n.uid + '#' + toString(n.generation) AS space, n.model = $ask.model AS vectors, coalesce(n.other_vectors, false) AS shelved, n.notes AS total
CALL (space, total) {
  CALL (space, total) {
    UNWIND $ask.near AS row
    MATCH (entity:Entity {space: space, uid: row.uid})
    CALL (space, entity, total) {
      // Whom very many notes are about: the newest notes of the space are looked through, which soon brings enough.
      WITH space, entity, total, COUNT { (entity)<-[:ABOUT]-() } AS degree
      WHERE NOT $filters.given AND degree * degree > 4 * $ask.most * total
      MATCH (node:Note {space: space}) WHERE node.at IS NOT NULL
      WITH entity, node ORDER BY node.space DESC, node.at DESC, node.uid LIMIT $ask.newest  // as the index has them
      WITH entity, node
      WHERE node.state = 'active' AND (node.kind = 'vault') = $filters.vault AND EXISTS { (node)-[:ABOUT]->(entity) }
      WITH node LIMIT $ask.most
      RETURN collect(node) AS newest
    }
    CALL (entity, newest) {
      WITH newest WHERE size(newest) = $ask.most
      UNWIND newest AS node
      RETURN node
     UNION ALL
      WITH entity, newest WHERE size(newest) < $ask.most
      MATCH (entity)<-[:ABOUT]-(node:Note)
      RETURN node
    }
    RETURN entity, row.level AS level, row.looked_at AS looked_at, row.quota AS quota, node
   UNION ALL
    UNWIND $ask.evidence AS row
    MATCH (node:Note {space: space, uid: row.uid})
    RETURN NULL AS entity, row.level AS level, $ask.cap AS looked_at, $ask.cap AS quota, node
   UNION ALL
    UNWIND $ask.facts AS row
    MATCH (:Fact {space: space, uid: row.uid})-[:FROM]->(node:Note)
    RETURN NULL AS entity, row.level AS level, $ask.cap AS looked_at, $ask.cap AS quota, node
  }
  WITH entity, level, looked_at, quota, node, space
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
  WITH entity, level, looked_at, quota, node ORDER BY node.at DESC, node.uid
  WITH entity, level, looked_at, quota, collect(DISTINCT node) AS nodes
  UNWIND nodes[..looked_at] AS node
  WITH entity, level, quota, node, CASE WHEN looked_at = quota THEN 0.0 ELSE reduce(worth = 0.0, term IN $ask.terms |
    worth + CASE WHEN ' ' + node.terms + ' ' CONTAINS term.text THEN term.worth ELSE 0.0 END) END AS worth
  ORDER BY worth DESC, node.at DESC, node.uid
  WITH entity, level, quota, collect({note: node, worth: worth}) AS found
  UNWIND found[..quota] AS row
  WITH row.note AS node, min(level) AS level, max(row.worth) AS worth
  RETURN collect({node: node, level: level, worth: worth}) AS nearer, sum(CASE WHEN level < 2 THEN 1 ELSE 0 END) AS enough
}
CALL (space, total, enough) {
  // The second hops only where there is room: they reach whom everything is about.
  WITH space, total, enough WHERE enough < $ask.cap
  CALL (space, total) {
    UNWIND $ask.far AS row
    MATCH (entity:Entity {space: space, uid: row.uid})
    CALL (space, entity, total) {
      // Whom very many notes are about: the newest notes of the space are looked through, which soon brings enough.
      WITH space, entity, total, COUNT { (entity)<-[:ABOUT]-() } AS degree
      WHERE NOT $filters.given AND degree * degree > 4 * $ask.most * total
      MATCH (node:Note {space: space}) WHERE node.at IS NOT NULL
      WITH entity, node ORDER BY node.space DESC, node.at DESC, node.uid LIMIT $ask.newest  // as the index has them
      WITH entity, node
      WHERE node.state = 'active' AND (node.kind = 'vault') = $filters.vault AND EXISTS { (node)-[:ABOUT]->(entity) }
      WITH node LIMIT $ask.most
      RETURN collect(node) AS newest
    }
    CALL (entity, newest) {
      WITH newest WHERE size(newest) = $ask.most
      UNWIND newest AS node
      RETURN node
     UNION ALL
      WITH entity, newest WHERE size(newest) < $ask.most
      MATCH (entity)<-[:ABOUT]-(node:Note)
      RETURN node
    }
    RETURN entity, row.level AS level, row.looked_at AS looked_at, row.quota AS quota, node
  }
  WITH entity, level, looked_at, quota, node, space
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
  WITH entity, level, looked_at, quota, node ORDER BY node.at DESC, node.uid
  WITH entity, level, looked_at, quota, collect(DISTINCT node) AS nodes
  UNWIND nodes[..looked_at] AS node
  WITH entity, level, quota, node, CASE WHEN looked_at = quota THEN 0.0 ELSE reduce(worth = 0.0, term IN $ask.terms |
    worth + CASE WHEN ' ' + node.terms + ' ' CONTAINS term.text THEN term.worth ELSE 0.0 END) END AS worth
  ORDER BY worth DESC, node.at DESC, node.uid
  WITH entity, level, quota, collect({note: node, worth: worth}) AS found
  UNWIND found[..quota] AS row
  RETURN collect({node: row.note, level: level, worth: row.worth}) AS further
}
CALL (nearer, further) {
  UNWIND nearer + further AS found
  WITH found.node AS node, min(found.level) AS level, max(found.worth) AS worth
  ORDER BY level, worth DESC, node.at DESC, node.uid LIMIT $ask.cap
  RETURN collect(node) AS notes
}
CALL (space) {
  UNWIND $ask.facts AS row
  MATCH (fact:Fact {space: space, uid: row.uid})
  RETURN collect(DISTINCT fact) AS facts
}
CALL (space, notes, facts, vectors, shelved) {
  UNWIND notes AS note
  RETURN 'note' AS kind, [[
    'uid', 'text', 'context', 'keywords', 'tags', 'kind', 'grain', 'recurs', 'state', 'trust', 'confidence',
    'verified', 'salience', 'affect', 'agent', 'language', 'extractor', 'terms', 'said_at', 'recorded_at',
    'holds_from', 'holds_until', 'vector', 'turns', 'about'
  ]] + collect([
    note.uid, note.text, note.context, note.keywords, note.tags, note.kind, note.grain, note.recurs, note.state,
    note.trust, note.confidence, note.verified, note.salience, note.affect, note.agent, note.language,
    note.extractor, note.terms, toString(note.said_at), toString(note.recorded_at), toString(note.holds_from),
    toString(note.holds_until), CASE WHEN vectors THEN note.vector END,
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
    'uid', 'session', 'position', 'speaker', 'role', 'text', 'caption', 'agent', 'used', 'corrections', 'state',
    'terms', 'said_at', 'recorded_at', 'vector'
  ]] + collect([
    turn.uid, turn.session, turn.position, turn.speaker, turn.role, turn.text, turn.caption, turn.agent, turn.used,
    turn.corrections, turn.state, turn.terms, toString(turn.said_at), toString(turn.recorded_at),
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
    UNWIND $ask.near + $ask.far AS reached MATCH (e:Entity {space: space, uid: reached.uid}) RETURN e
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
