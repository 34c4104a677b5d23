// The records of a walk: notes about the entities it reached and those that its hops rest on, with their sources.
// takes:   $namespace (whose),
//          $ask: reached (uid, level, quota: of so many `looked_at` newest notes about an entity those that hold most of
//          the terms), terms (text between spaces, worth), evidence (uid, level: notes of hops), facts (uid, level: facts
//          of hops), cap (notes in all, those of the lowest level first), model (whose vectors are wanted; null: none), ties (how many
//          named ones from a note, and to it);
//          $filters, for the notes: see read/candidates
// returns: kind and row: a note (properties, turns, about), a turn (properties), a fact (properties, subject, object,
//          notes), an entity (properties), a named tie (a, b, reason, weight)
MATCH (n:Namespace {name: $namespace})
WITH n.name + '#' + toString(n.generation) AS space, n.model = $ask.model AS vectors, coalesce(n.other_vectors, false) AS shelved
CALL (space) {
  CALL (space) {
    UNWIND $ask.reached AS row
    MATCH (:Entity {space: space, uid: row.uid})<-[:ABOUT]-(node:Note)
    RETURN row.uid AS entity, row.level AS level, row.looked_at AS looked_at, row.quota AS quota, node
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
  RETURN 'note' AS kind, note {
    .uid, .text, .context, .keywords, .tags, .kind, .grain, .recurs, .state, .trust, .confidence, .verified, .salience,
    .affect, .agent, .language, .extractor, .terms,
    said_at: toString(note.said_at), recorded_at: toString(note.recorded_at),
    holds_from: toString(note.holds_from), holds_until: toString(note.holds_until),
    vector: CASE WHEN vectors THEN note.vector END,
    turns: COLLECT { MATCH (note)-[from:FROM]->(turn:Turn) RETURN turn.uid ORDER BY from.place, turn.uid },
    about: COLLECT { MATCH (note)-[:ABOUT]->(e:Entity) RETURN e.uid ORDER BY e.uid }
  } AS row
 UNION ALL
  CALL (notes) {
    UNWIND notes AS note
    MATCH (note)-[:FROM]->(turn:Turn)
    RETURN DISTINCT turn
  }
  RETURN 'turn' AS kind, turn {
    .uid, .session, .position, .speaker, .role, .text, .caption, .agent, .used, .corrections, .state, .terms,
    said_at: toString(turn.said_at), recorded_at: toString(turn.recorded_at),
    vector: CASE WHEN vectors THEN CASE WHEN shelved THEN turn.other_vector ELSE turn.vector END END
  } AS row
 UNION ALL
  UNWIND facts AS fact
  MATCH (subject:Entity)<-[:SUBJECT]-(fact)-[:OBJECT]->(object:Entity)
  RETURN 'fact' AS kind, fact {
    .uid, .type, .text, .grain, .trust, .confidence,
    holds_from: toString(fact.holds_from), holds_until: toString(fact.holds_until),
    recorded_at: toString(fact.recorded_at), retired_at: toString(fact.retired_at),
    subject: subject.uid, object: object.uid,
    notes: COLLECT { MATCH (fact)-[:FROM]->(n:Note) RETURN n.uid ORDER BY n.uid },
    conflicts: COLLECT { MATCH (fact)-[:CONFLICTS]-(other:Fact) RETURN other.uid ORDER BY other.uid }
  } AS row
 UNION ALL
  CALL (space, notes, facts) {
    UNWIND $ask.reached AS reached MATCH (e:Entity {space: space, uid: reached.uid}) RETURN e
   UNION
    UNWIND notes AS note MATCH (note)-[:ABOUT]->(e:Entity) RETURN e
   UNION
    UNWIND facts AS fact MATCH (fact)-[:SUBJECT|OBJECT]->(e:Entity) RETURN e
  }
  RETURN 'entity' AS kind, e {.uid, .name, .type, .mentions, first_at: toString(e.first_at), last_at: toString(e.last_at)} AS row
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
  RETURN 'link' AS kind, {a: startNode(tie).uid, b: endNode(tie).uid, reason: tie.reason, weight: tie.weight} AS row
}
RETURN kind, row
