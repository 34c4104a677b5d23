// Deletes all states of core blocks.
// takes:   $namespace: string
//          $plan.blocks: list<string> (uids of blocks)
MATCH (s:CoreState {namespace: $namespace}) WHERE s.uid IS NOT NULL AND s.block IN $plan.blocks
DELETE s
