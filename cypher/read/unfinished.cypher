// Generations that nobody sees any more and that are not removed yet.
// takes:   $namespace (whose)
// returns: generation
MATCH (n:Namespace {uid: $namespace})
UNWIND n.unfinished AS generation
RETURN generation
