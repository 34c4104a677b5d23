// The states of the core blocks of a namespace.
// takes:   $namespace: string
//          $current: boolean (only the last state of each block)
// returns: state: map (properties), in the order of user, name and number
MATCH (s:CoreState {namespace: $namespace}) WHERE s.uid IS NOT NULL
WITH s.block AS block, s ORDER BY s.number DESC
WITH block, collect(s) AS states
UNWIND CASE WHEN $current THEN states[..1] ELSE states END AS s
RETURN properties(s) AS state ORDER BY s.user, s.name, s.number
