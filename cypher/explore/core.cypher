// Core memory: the present content of its blocks, which every context window contains.
// takes:   $namespace (string)
// returns: name, user (empty: all users), content, at, reason, turns (uids); by user and name
MATCH (s:CoreState {namespace: $namespace}) WHERE s.uid IS NOT NULL
WITH s.block AS block, s ORDER BY s.number DESC
WITH block, collect(s)[0] AS s
WITH s WHERE s.content <> ''
RETURN s.name AS name, s.user AS user, s.content AS content, s.at AS at, s.reason AS reason, s.turns AS turns
ORDER BY user, name
LIMIT 200
