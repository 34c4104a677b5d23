// The subgraph of one hit: its entities, facts, notes and turns, and the relationships between them.
// takes:   $namespace (string), $space (string: namespace#generation), $uids (list of strings: of entities, facts and notes),
//          $turns (list of strings: uids of turns)
// returns: a, r, b (as a picture: a node, one of its relationships, the node at the other end)
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
