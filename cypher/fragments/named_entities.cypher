// The entities of names, by the number of their mentions.
// takes:   $space: string
//          $ask.keys: list<string> (name keys)
UNWIND $ask.keys AS key
MATCH (:Name {space: $space, key: key})-[:NAMES]->(e:Entity)
WITH key, e ORDER BY e.mentions DESC, e.uid
