// Generations that are no longer visible and not removed yet.
// takes:   $namespace: string
// returns: generation: integer
MATCH (n:Namespace {uid: $namespace})
UNWIND n.to_remove AS generation
RETURN generation
