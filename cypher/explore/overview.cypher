// Overview: the 40 entities with the most facts, notes and turns, and the relations between them.
// takes:   $namespace (string)
// returns: path (as a picture: an entity alone, then its relations; for an entity without a relation, the newest note that is
//          also about another entity), values (list of strings such as BORN_ON 1990-05-01; null in rows of relations and notes);
//          the best connected entity first
MATCH (n:Namespace {uid: $namespace})
MATCH (e:Entity {space: n.uid + '#' + toString(n.generation)}) WHERE e.uid IS NOT NULL
WITH e, ['AGED', 'BORN_ON', 'COSTS', 'DEADLINE_OF', 'DIED', 'EARNS', 'EXPIRES_ON', 'FORBIDS',
   'HAPPENS_ON', 'HAS_ADDRESS', 'HAS_DOSE', 'HAS_EMAIL', 'HAS_GENDER', 'HAS_NUMBER', 'HAS_PHONE', 'HAS_SCORE', 'HAS_SURNAME',
   'PAID_ON', 'PAYS'] AS literal
WHERE e.canonical IS NULL AND isEmpty([(e)<-[:OBJECT]-(f:Fact) WHERE f.type IN literal | f])
WITH e, literal, COUNT { (e)<-[:ABOUT|MENTIONS|OBJECT|SPOKEN_BY|SUBJECT]-() } AS links
ORDER BY links DESC, e.name, e.uid LIMIT 40
WITH literal, collect(e) AS shown
UNWIND range(0, size(shown) - 1) AS rank
WITH literal, shown, rank, shown[rank] AS e
CALL (literal, shown, e) {
  MATCH path = (e)
  RETURN path, [(e)-[r]->(value) WHERE type(r) IN literal AND r.holds_until IS NULL | type(r) + ' ' + value.name] AS values
 UNION
  MATCH path = (e)-[r]->(other:Entity) WHERE r.fact IS NOT NULL AND other IN shown
  RETURN path, NULL AS values
 UNION
  WITH shown, e WHERE isEmpty([(e)-[r]-(other:Entity) WHERE r.fact IS NOT NULL AND other IN shown | r])
  UNWIND [p = (e)<-[:ABOUT]-(note:Note)-[:ABOUT]->(other:Entity)
    WHERE note.kind <> 'vault' AND note.state <> 'question' AND other IN shown AND other <> e | p] AS path
  WITH path, nodes(path)[1] AS note, nodes(path)[2] AS other
  RETURN path, NULL AS values ORDER BY note.at DESC, COUNT { (other)<-[:ABOUT]-() } DESC, other.uid LIMIT 1
}
RETURN path, values
ORDER BY rank, length(path), [node IN nodes(path) | node.uid]
LIMIT 300
