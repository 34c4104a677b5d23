// Which of these turns somebody else is reading now, by the clock of the server.
// takes:   $namespace (whose), $ask: turns (uids), by (the reader who asks)
// returns: uid, reader
UNWIND $ask.turns AS uid
MATCH (t:Turn {namespace: $namespace, uid: uid})
WHERE t.reader <> $ask.by AND t.read_until > timestamp()
RETURN t.uid AS uid, t.reader AS reader
ORDER BY uid
