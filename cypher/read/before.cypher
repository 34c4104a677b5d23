// What extraction needs beside the new turns: those that stand before them, whom names mean, notes that share most terms
// with them, and what the ledger adds up to.
// takes:   $namespace (whose), $space (its generation), $ask: firsts (session, position: of its first new turn),
//          before (how many turns of each session), keys (name keys), alike (Lucene: none or one), candidates (how many)
// returns: turns (properties without the vector, reader: who reads it now, by the clock of the server, or null; by session,
//          position, uid), named (key, entity; by mentions), candidates
//          (properties and turns of notes, without the vector; nearest first), spent (calls, tokens_in, tokens_out, cost)
CALL () {
  UNWIND $ask.alike AS query
  CALL (query) {
    CALL db.index.fulltext.queryNodes('memgraph_terms', query) YIELD node, score
    WHERE node:Note AND node.space = $space AND node.state = 'active' AND node.kind <> 'vault'
    RETURN node, score LIMIT $ask.candidates
  }
  WITH node, score ORDER BY score DESC, node.uid
  RETURN collect(node {
    .uid, .text, .context, .keywords, .tags, .kind, .grain, .recurs, .state, .trust, .confidence, .verified, .salience,
    .affect, .agent, .language, .extractor, .terms,
    said_at: toString(node.said_at), recorded_at: toString(node.recorded_at),
    holds_from: toString(node.holds_from), holds_until: toString(node.holds_until),
    turns: COLLECT { MATCH (node)-[from:FROM]->(turn:Turn) RETURN turn.uid ORDER BY from.place, turn.uid }
  }) AS candidates
}
CALL () {
  MATCH (c:Call {namespace: $namespace}) WHERE c.uid IS NOT NULL
  RETURN {calls: count(c), tokens_in: sum(c.tokens_in), tokens_out: sum(c.tokens_out), cost: sum(c.cost)} AS spent
}
RETURN candidates, spent, COLLECT {
  UNWIND $ask.firsts AS first
  CALL (first) {
    MATCH (t:Turn {namespace: $namespace, session: first.session}) WHERE t.position < first.position
    RETURN t ORDER BY t.position DESC, t.uid DESC LIMIT $ask.before
  }
  WITH t ORDER BY t.session, t.position, t.uid
  RETURN t {
    .uid, .session, .position, .speaker, .role, .text, .caption, .agent, .used, .corrections, .state, .terms,
    said_at: toString(t.said_at), recorded_at: toString(t.recorded_at),
    reader: CASE WHEN t.state = 'pending' AND t.read_until > timestamp() THEN t.reader END
  }
} AS turns, COLLECT {
  UNWIND $ask.keys AS key
  MATCH (:Name {space: $space, key: key})-[:NAMES]->(e:Entity)
  WITH key, e ORDER BY e.mentions DESC, e.uid
  RETURN {key: key, entity: e {.uid, .name, .type, .mentions, first_at: toString(e.first_at), last_at: toString(e.last_at)}}
} AS named
