// The totals of the ledger.
// takes:   $namespace: string
// returns: calls: integer
//          tokens_in: integer
//          tokens_out: integer
//          cost: float
MATCH (c:Call {namespace: $namespace}) WHERE c.uid IS NOT NULL
RETURN count(c) AS calls, sum(c.tokens_in) AS tokens_in, sum(c.tokens_out) AS tokens_out, sum(c.cost) AS cost
