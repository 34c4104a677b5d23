// Waits until every index is populated; a server that cannot do so in time reports it.
// takes:   $seconds (how long)
CALL db.awaitIndexes($seconds)
