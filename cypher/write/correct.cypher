// Replaces the text of a turn; its corrections contain the former text. The namespace must be locked.
// takes:   $namespace: string
//          $plan.turn: string (uid)
//          $plan.properties: map (text, terms, corrections, no lease)
MATCH (t:Turn {namespace: $namespace, uid: $plan.turn})
SET t += $plan.properties
