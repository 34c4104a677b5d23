// Gives turns that were logged before turns had a place in the log their places, in the order of when they were
// recorded, then of their sessions. A property is written first because that takes the lock.
// takes:   $namespace (whose)
// returns: logged (the last place that is given)
MATCH (n:Namespace {uid: $namespace})
SET n.lock = true
WITH n, coalesce(n.logged, 0) AS first
CALL (first) {
  MATCH (t:Turn {namespace: $namespace}) WHERE t.uid IS NOT NULL
  WITH t, first WHERE t.logged IS NULL
  WITH t, first ORDER BY t.recorded_at, t.session, t.position, t.uid
  WITH collect(t) AS turns, first
  UNWIND range(0, size(turns) - 1) AS i
  WITH turns[i] AS t, first + i + 1 AS place
  SET t.logged = place
  RETURN count(t) AS numbered
}
SET n.logged = first + numbered
RETURN n.logged AS logged
