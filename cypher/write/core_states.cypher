// Creates states of core blocks. If one of them exists, none is created. The namespace must be locked.
// takes:   $namespace: string
//          $plan.states: list<map{uid, properties}>
// returns: written: integer (number of created states; 0 if one of them existed)
CALL () {
  UNWIND $plan.states AS row
  OPTIONAL MATCH (s:CoreState {namespace: $namespace, uid: row.uid})
  RETURN count(s) AS existing
}
CALL (existing) {
  UNWIND CASE WHEN existing = 0 THEN $plan.states ELSE [] END AS row
  CREATE (s:CoreState {namespace: $namespace, uid: row.uid})
  SET s += row.properties
  RETURN count(s) AS written
}
RETURN written
