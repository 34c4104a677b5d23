// Nothing is left of a generation.
// takes:   $namespace (whose), $plan: generation (its number)
MATCH (n:Namespace {uid: $namespace})
SET n.lock = true
WITH n, [left IN n.unfinished WHERE left <> $plan.generation] AS unfinished
SET n.unfinished = unfinished
