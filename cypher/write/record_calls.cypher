// Adds model calls to the ledger, each uid once. The namespace must be locked.
// takes:   $namespace: string
//          $plan.calls: list<map{uid, properties}>
// include fragments/added_calls
