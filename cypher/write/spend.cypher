// Calls of models for the ledger, each once. The namespace is locked.
// takes:   $namespace (whose), $plan: calls (uid, properties)
UNWIND $plan.calls AS row
MERGE (c:Call {namespace: $namespace, uid: row.uid})
  ON CREATE SET c += row.properties
