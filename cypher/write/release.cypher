// Gives up what a reader was about to read and has not read.
// takes:   $namespace (whose), $plan: by (the reader)
MATCH (t:Turn {namespace: $namespace, state: 'pending'}) WHERE t.reader = $plan.by
REMOVE t.reader, t.read_until
