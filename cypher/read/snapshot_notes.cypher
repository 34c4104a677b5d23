// The part of a planning snapshot about notes: those that a plan revises, and those that support its notes.
// takes:   $namespace: string
//          $space: string
//          $ask.revised: list<string> (uids of notes)
//          $ask.turns: list<string> (uids)
// returns: revisions: list<map{uid, number}> (number of the present state of a note)
//          supporting: list<map{turn, uid, terms, text}> (active notes from these turns, by uid)
RETURN COLLECT {
  UNWIND $ask.revised AS uid
  MATCH (n:Note {space: $space, uid: uid})
  OPTIONAL MATCH (n)-[:REVISION]->(r:Revision)
  WITH n, max(r.number) AS number
  RETURN {uid: n.uid, number: coalesce(number, 0)}
} AS revisions, COLLECT {
  UNWIND $ask.turns AS uid
  MATCH (turn:Turn {namespace: $namespace, uid: uid})<-[:FROM]-(n:Note {space: $space, state: 'active'})
  WITH turn, n ORDER BY n.uid
  RETURN {turn: turn.uid, uid: n.uid, terms: n.terms, text: n.text}
} AS supporting
