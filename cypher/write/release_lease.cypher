// Releases all leases of a reader.
// takes:   $namespace: string
//          $plan.by: string (the reader)
MATCH (t:Turn {namespace: $namespace, state: 'pending'}) WHERE t.leased_by = $plan.by
REMOVE t.leased_by, t.leased_until
