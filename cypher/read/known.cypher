// What a plan must know: whom names mean, and the facts, ended ones included, that a new one may repeat, end or supersede.
// Beside it notes that share most terms with turns.
// takes:   $namespace (whose), $space (the generation), $ask: keys (name keys), facts (subject, type, object, single: see
//          FactProbe), alike (Lucene: none or one), candidates (how many), used (turns), states (uids of notes)
// returns: named (key, entity; by mentions), facts (properties, subject, object, notes; by uid), apart (pairs of uids
//          of those and of others that people said are two), candidates (see read/before), used (turn, uid, terms and
//          text of the active notes from it; by uid), states (uid, number of the present state)
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
RETURN candidates, COLLECT {
  UNWIND $ask.states AS uid
  MATCH (n:Note {space: $space, uid: uid})
  OPTIONAL MATCH (n)-[:REVISION]->(r:Revision)
  WITH n, max(r.number) AS number
  RETURN {uid: n.uid, number: coalesce(number, 0)}
} AS states, COLLECT {
  UNWIND $ask.keys AS key
  MATCH (:Name {space: $space, key: key})-[:NAMES]->(e:Entity)
  WITH key, e ORDER BY e.mentions DESC, e.uid
  RETURN {key: key, entity: e {.uid, .name, .type, .mentions, first_at: toString(e.first_at), last_at: toString(e.last_at)}}
} AS named, COLLECT {
  UNWIND $ask.facts AS probe
  MATCH (:Name {space: $space, key: probe.subject})-[:NAMES]->(subject:Entity)<-[:SUBJECT]-(f:Fact)-[:OBJECT]->(object:Entity)
  WHERE f.type = probe.type
    AND (probe.single OR EXISTS { (object)<-[:NAMES]-(:Name {space: $space, key: probe.object}) })
  WITH DISTINCT f, subject, object ORDER BY f.uid
  RETURN f {
    .uid, .type, .text, .grain, .trust, .confidence,
    holds_from: toString(f.holds_from), holds_until: toString(f.holds_until),
    recorded_at: toString(f.recorded_at), retired_at: toString(f.retired_at),
    subject: subject.uid, object: object.uid,
    notes: COLLECT { MATCH (f)-[:FROM]->(n:Note) RETURN n.uid ORDER BY n.uid },
    conflicts: COLLECT { MATCH (f)-[:CONFLICTS]-(other:Fact) RETURN other.uid ORDER BY other.uid }
  }
} AS facts, COLLECT {
  UNWIND $ask.keys AS key
  MATCH (:Name {space: $space, key: key})-[:NAMES]->(e:Entity)
  WITH DISTINCT e
  MATCH (e)<-[:SAME_AS*0..]-(:Entity)-[:APART]-(other:Entity)
  WITH e, coalesce(other.canonical, other.uid) AS other WHERE other <> e.uid
  RETURN [e.uid, other]
} AS apart, COLLECT {
  MATCH (c:Change {namespace: $namespace, kind: 'undo'})
  WITH c ORDER BY c.at, coalesce(c.place, 0), c.uid
  RETURN properties(c)
} AS decided, COLLECT {
  UNWIND $ask.used AS uid
  MATCH (turn:Turn {namespace: $namespace, uid: uid})<-[:FROM]-(n:Note {space: $space, state: 'active'})
  WITH turn, n ORDER BY n.uid
  RETURN {turn: turn.uid, uid: n.uid, terms: n.terms, text: n.text}
} AS used
