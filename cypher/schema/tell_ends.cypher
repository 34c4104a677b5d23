// Relationships from before these told whom they lead to, and notes' when, come to tell it, so that they can be indexed by it.
// takes:   $most (how many at a time)
// returns: told (how many; 0: there are no more)
CALL () {
  MATCH (n:Note)-[about:ABOUT]->(e:Entity) WHERE about.entity IS NULL
  WITH n, about, e LIMIT $most
  SET about.entity = e.uid, about.at = n.at
  RETURN count(about) AS told
 UNION ALL
  MATCH (:Turn)-[mention:MENTIONS]->(e:Entity) WHERE mention.entity IS NULL
  WITH mention, e LIMIT $most
  SET mention.entity = e.uid
  RETURN count(mention) AS told
}
RETURN sum(told) AS told
