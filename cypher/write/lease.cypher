// Leases turns to a reader. The namespace must be locked.
// takes:   $namespace: string
//          $plan.turns: list<map{uid, milliseconds}>
//          $plan.by: string (the reader)
UNWIND $plan.turns AS row
MATCH (t:Turn {namespace: $namespace, uid: row.uid}) WHERE t.state = 'pending'
SET t.leased_by = $plan.by, t.leased_until = timestamp() + row.milliseconds
