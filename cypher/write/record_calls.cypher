// Adds model calls to the ledger, each uid once. The namespace must be locked.
// takes:   $namespace: string
//          $plan.calls: list<map{uid, properties}>
UNWIND $plan.calls AS row
MERGE (c:Call {namespace: $namespace, uid: row.uid})
  ON CREATE SET c += row.properties
