// What the ledger adds up to.
// takes:   $namespace (whose)
// returns: calls, tokens_in, tokens_out, cost
MATCH (c:Call {namespace: $namespace}) WHERE c.uid IS NOT NULL
RETURN count(c) AS calls, sum(c.tokens_in) AS tokens_in, sum(c.tokens_out) AS tokens_out, sum(c.cost) AS cost
