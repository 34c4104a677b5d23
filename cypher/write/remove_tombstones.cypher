// Deletes tombstones of turns that are logged again. The namespace must be locked.
// takes:   $namespace: string
//          $plan.marks: list<string>
UNWIND $plan.marks AS mark
MATCH (tombstone:Tombstone {namespace: $namespace, mark: mark})
DELETE tombstone
