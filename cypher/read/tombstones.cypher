// The tombstones of forgotten turns.
// takes:   $namespace: string
// returns: mark: string
//          salt: string
//          at: datetime; by mark
MATCH (tombstone:Tombstone {namespace: $namespace}) WHERE tombstone.mark IS NOT NULL
RETURN tombstone.mark AS mark, tombstone.salt AS salt, tombstone.at AS at ORDER BY mark
