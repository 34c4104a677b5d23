// What one hit rests on, as a picture: its entities, facts, notes and turns, and what joins them.
// takes:   $namespace (whose), $space (its generation), $uids (of entities, facts and notes), $turns (uids of turns)
// returns: a, r, b (a node, a relationship of it, the node at the other end)
CALL () {
  MATCH (n:Note|Entity|Fact) WHERE n.space = $space AND n.uid IN $uids RETURN n
  UNION
  MATCH (n:Turn) WHERE n.namespace = $namespace AND n.uid IN $turns RETURN n
}
WITH collect(n) AS nodes
UNWIND nodes AS a
OPTIONAL MATCH (a)-[r]->(b) WHERE b IN nodes
RETURN a, r, b
LIMIT 300
