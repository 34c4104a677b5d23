// Waits until all indexes are populated; fails when that takes too long.
// takes:   $seconds: integer
CALL db.awaitIndexes($seconds)
