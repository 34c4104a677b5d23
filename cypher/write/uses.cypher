// Adds a time to the times at which answers used turns, and keeps the last ones. The namespace must be locked.
// takes:   $namespace: string
//          $plan.turns: list<string> (uids)
//          $plan.at: datetime
//          $plan.max_uses: integer (number of times that are kept of each turn)
// returns: turns: list<string> (uids of the turns that exist)
UNWIND $plan.turns AS uid
MATCH (t:Turn {namespace: $namespace, uid: uid})
CALL (t) {
  UNWIND coalesce(t.used_at, []) + [$plan.at] AS at
  WITH DISTINCT at ORDER BY at DESC LIMIT $plan.max_uses
  WITH at ORDER BY at
  RETURN collect(at) AS times
}
SET t.used_at = times
RETURN collect(uid) AS turns
