// A row about `fact`: values in the order of the columns, then the uids of subject, object, source notes and
// contradicting facts.
// takes:   $columns.fact: list<string>
//          $columns.fact_times: list<string>
[name IN $columns.fact | fact[name]] + [name IN $columns.fact_times | toString(fact[name])] + [
  subject.uid, object.uid,
  COLLECT { MATCH (fact)-[:FROM]->(n:Note) RETURN n.uid ORDER BY n.uid },
  COLLECT { MATCH (fact)-[:CONFLICTS]-(other:Fact) RETURN other.uid ORDER BY other.uid }
]
