// Writes and removes jobs. The namespace must be locked.
// takes:   $namespace: string
//          $plan.jobs: list<map{uid, properties}>
//          $plan.removed: list<string> (uids)
CALL () {
  UNWIND $plan.removed AS uid
  MATCH (j:Job {namespace: $namespace, uid: uid})
  DELETE j
}
UNWIND $plan.jobs AS row
MERGE (j:Job {namespace: $namespace, uid: row.uid})
SET j += row.properties
