// Turns that a reader is about to read: nobody else does, for so long. The namespace is locked.
// takes:   $namespace (whose), $plan: turns (uid, milliseconds), by (the reader)
UNWIND $plan.turns AS row
MATCH (t:Turn {namespace: $namespace, uid: row.uid}) WHERE t.state = 'pending'
SET t.reader = $plan.by, t.read_until = timestamp() + row.milliseconds
