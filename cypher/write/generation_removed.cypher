// Records that a generation is completely removed.
// takes:   $namespace: string
//          $plan.generation: integer
MATCH (n:Namespace {uid: $namespace})
SET n.lock = true
WITH n, [number IN n.to_remove WHERE number <> $plan.generation] AS to_remove
SET n.to_remove = to_remove
