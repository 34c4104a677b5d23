// Adds decisions to the log of changes. The namespace must be locked.
// takes:   $namespace: string
MATCH (n:Namespace {uid: $namespace})
// include fragments/added_changes
SET n.changes = coalesce(n.changes, 0) + size($plan.changes)
