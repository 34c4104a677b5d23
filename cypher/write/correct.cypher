// Another text of a turn, as a person put it right, with what it replaced.
// takes:   $namespace (whose; it is locked), $plan: turn (uid), properties (text, terms, corrections)
MATCH (t:Turn {namespace: $namespace, uid: $plan.turn})
SET t += $plan.properties
