// The input of extraction besides the turns: the turns before them, the entities of names, and the totals of the ledger.
// takes:   $namespace: string
//          $space: string
//          $ask.first: list<map{session, position}> (the first turn of each session)
//          $ask.before: integer (turns before it)
//          $ask.keys: list<string> (name keys)
// returns: spent: map{calls, tokens_in, tokens_out, cost}
//          turns: list<map> (properties without vectors; by session, position, uid)
//          named: list<map{key, entity}> (by mentions)
CALL () {
  MATCH (c:Call {namespace: $namespace}) WHERE c.uid IS NOT NULL
  RETURN {calls: count(c), tokens_in: sum(c.tokens_in), tokens_out: sum(c.tokens_out), cost: sum(c.cost)} AS spent
}
RETURN spent, COLLECT {
  UNWIND $ask.first AS first
  CALL (first) {
    MATCH (t:Turn {namespace: $namespace, session: first.session}) WHERE t.position < first.position
    RETURN t ORDER BY t.position DESC, t.uid DESC LIMIT $ask.before
  }
  WITH t ORDER BY t.session, t.position, t.uid
  RETURN
    // include fragments/turn_map
} AS turns, COLLECT {
  // include fragments/named_entities
  RETURN {key: key, entity:
    // include fragments/entity_map
  }
} AS named
