// What the channels bring, each its best or newest, of what passes the filters.
// takes:   $namespace (whose), $space (its generation),
//          $ask: limits (channel → how many notes, and how many turns; passages → how many turns by vector), fetch (how many a branch may bring before the
//          filters), looked (how many the full text is asked for), vector (of the question, its numbers between spaces, or null where the index is not to be asked), note_fetch and turn_fetch (how
//          many to ask the vector indexes for), turn_index (which one has the turns), words (term, quoted, and Lucene: own, all), whose (Lucene, what is
//          demanded of notes, and of turns: none or two), clauses (how many words Lucene takes), weigh (whether words are weighed by how rare they are
//          among one's own texts), cap (a word in more of one's own texts says nothing) and most (up to how many of all are counted), own and all (how many there are), asides (Lucene, of
//          the turns of programs and pages: none or one), keys (name
//          keys), times (since, until: none or one);
//          $filters: given (whether there are any), kind, verified, trust, roles (of that trust), relation, entity (name
//          key), by_turn (whether one of the following is given), since, until, speaker, role, session, agent; and vault
//          (only notes of the vault, instead of all others), asides_too (turns of programs may take places of others)
// returns: frequencies: rows of term, documents (one's own that have it, at most one more than the cap); found: rows of uid, channel, score (null unless vector, terms or aside), turns (uids of a note's sources; null: it is a
//          turn); by channel, best or newest first
CALL () {
  // Words that say nothing are not looked for: every text with one of them would be weighed. Where all are such, all are.
  UNWIND $ask.words AS word
  CALL (word) {
    CALL db.index.fulltext.queryNodes('memgraph_terms', word.own, {limit: $ask.cap + 1}) YIELD node
    RETURN count(node) AS documents
  }
  WITH collect(word {.term, .quoted, .all, documents: documents}) AS words
  WITH words, [word IN words WHERE word.documents > 0] AS there
  WITH words, there, [word IN there WHERE word.documents <= $ask.cap] AS few
  RETURN [word IN words | [word.term, word.documents]] AS frequencies, (CASE few WHEN [] THEN there ELSE few END)[..$ask.clauses] AS telling
}
CALL (telling) {
  CALL (telling) {
    // The vector stays a parameter: as a variable it would be weighed as memory with every row.
    UNWIND CASE WHEN $ask.vector IS NULL THEN [] ELSE [1] END AS once
    CALL () {
      CALL db.index.vector.queryNodes('memgraph_note_vector', $ask.note_fetch, [number IN split($ask.vector, ' ') | toFloat(number)]) YIELD node, score
      WHERE node.space = $space AND node.state = 'active' AND (node.kind = 'vault') = $filters.vault
      RETURN node, score
     UNION ALL
      CALL db.index.vector.queryNodes($ask.turn_index, $ask.turn_fetch, [number IN split($ask.vector, ' ') | toFloat(number)]) YIELD node, score
      WHERE node.namespace = $namespace
      RETURN node, score
    }
    RETURN node, score, 'vector' AS channel, NULL AS of
   UNION ALL
    // Lucene's idf, of one's own texts as against all: what a score has is multiplied by the quotient.
    CALL (telling) {
      UNWIND telling AS word
      CALL (word) {
        WITH word WHERE $ask.weigh
        CALL db.index.fulltext.queryNodes('memgraph_terms', word.all, {limit: $ask.most}) YIELD node
        RETURN count(node) AS everywhere
      }
      WITH word,
        log(1 + (abs($ask.own - word.documents) + 0.5) / (word.documents + 0.5)) / log(1 + (abs($ask.all - everywhere) + 0.5) / (everywhere + 0.5)) AS weight
      WITH word.quoted + CASE
        WHEN NOT $ask.weigh THEN ''
        WHEN weight < 0.01 THEN '^0.01'
        ELSE '^' + toString(round(weight, 3))
      END AS weighed
      RETURN reduce(text = '', one IN collect(weighed) | text + ' ' + one) AS weighed
    }
    UNWIND CASE WHEN telling = [] THEN [] ELSE $ask.whose END AS whose
    WITH whose + ' +(' + weighed + ')' AS query
    CALL (query) {
      CALL db.index.fulltext.queryNodes('memgraph_terms', query, {limit: $ask.looked}) YIELD node, score
      WHERE node.namespace = $namespace
        OR (node.space = $space AND node.state = 'active' AND (node.kind = 'vault') = $filters.vault)
      RETURN node, score LIMIT $ask.fetch
    }
    RETURN node, score, 'terms' AS channel, NULL AS of
   UNION ALL
    UNWIND $ask.asides AS query
    CALL (query) {
      CALL db.index.fulltext.queryNodes('memgraph_terms', query, {limit: $ask.looked}) YIELD node, score
      WHERE node.namespace = $namespace
      RETURN node, score LIMIT $ask.fetch
    }
    RETURN node, score, 'agent_generated' AS channel, NULL AS of
   UNION ALL
    UNWIND $ask.keys AS key
    MATCH (:Name {space: $space, key: key})-[:NAMES]->(of:Entity)
    WITH DISTINCT of
    CALL (of) {
      MATCH (of)<-[about:ABOUT]-(node:Note)
      USING INDEX about:ABOUT(entity, at)
      WHERE about.entity = of.uid AND about.at IS NOT NULL
      WITH about, node WHERE node.state = 'active' AND (node.kind = 'vault') = $filters.vault
      RETURN node ORDER BY about.entity DESC, about.at DESC, node.uid LIMIT $ask.fetch  // as the index has them
     UNION ALL
      MATCH (of)<-[mention:MENTIONS]-(node:Turn)
      USING INDEX mention:MENTIONS(entity, at)
      WHERE mention.entity = of.uid AND mention.at IS NOT NULL
      WITH mention, node WHERE $filters.asides_too OR NOT node.role IN ['assistant', 'web']
      RETURN node ORDER BY mention.entity DESC, mention.at DESC, node.uid LIMIT $ask.fetch
    }
    RETURN node, NULL AS score, 'anchor' AS channel, of
   UNION ALL
    UNWIND $ask.times AS time
    CALL (time) {
      MATCH (node:Note {space: $space}) WHERE node.said_at >= time.since AND node.said_at < time.until
      RETURN node
     UNION
      MATCH (node:Note {space: $space}) WHERE node.holds_from < time.until
      WITH node, time WHERE node.holds_until IS NULL OR node.holds_until > time.since
      RETURN node
     UNION
      MATCH (node:Note {space: $space}) WHERE node.holds_until > time.since
      WITH node WHERE node.holds_from IS NULL
      RETURN node
    }
    WITH node WHERE node.state = 'active' AND (node.kind = 'vault') = $filters.vault
    WITH node ORDER BY node.at DESC, node.uid LIMIT $ask.fetch
    RETURN node, NULL AS score, 'time' AS channel, NULL AS of
   UNION ALL
    UNWIND $ask.times AS time
    CALL (time) {
      MATCH (node:Turn {namespace: $namespace}) WHERE node.at >= time.since AND node.at < time.until
      WITH node WHERE $filters.asides_too OR NOT node.role IN ['assistant', 'web']
      RETURN node ORDER BY node.at DESC, node.uid LIMIT $ask.fetch
    }
    RETURN node, NULL AS score, 'time' AS channel, NULL AS of
  }
  WITH node, score, channel, of, $space AS space
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
  WITH node, channel, of, score ORDER BY score DESC, node.at DESC, node.uid
  WITH channel, of, node:Note AS note, collect({node: node, score: score}) AS rows
  UNWIND rows[..$ask.limits[CASE WHEN channel = 'vector' AND NOT note THEN 'passages' ELSE channel END]] AS row
  WITH channel, note, row.node AS node, row.score AS score ORDER BY channel, score DESC, node.at DESC, node.uid
  // In one row: each of its own would take the driver longer than what is in it.
  RETURN collect([
    node.uid, channel, score,
    CASE WHEN note THEN COLLECT { MATCH (node)-[:FROM]->(turn:Turn) RETURN turn.uid ORDER BY turn.uid } END
  ]) AS found
}
RETURN frequencies, found
