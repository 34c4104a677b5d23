// Stored questions without a recorded answer: who asked them and when, and which relations and entities they are about.
// takes:   $namespace (string)
// returns: asked_at, speaker, question, relations (list of strings), about (list of strings: names), session, turn (uid); newest first
MATCH (n:Namespace {uid: $namespace})
MATCH (question:Note {space: n.uid + '#' + toString(n.generation), state: 'question'})
USING INDEX SEEK question:Note(space, state, at)
WHERE question.at IS NOT NULL AND NOT EXISTS { (:Note)-[:LINKED {reason: 'answers'}]->(question) }
MATCH (question)-[:FROM]->(t:Turn)
RETURN question.at AS asked_at, t.speaker AS speaker, question.text AS question, question.keywords AS relations,
  COLLECT { MATCH (question)-[:ABOUT]->(e:Entity) RETURN e.name ORDER BY e.name } AS about, t.session AS session, t.uid AS turn
ORDER BY asked_at DESC, turn, question
LIMIT 200
