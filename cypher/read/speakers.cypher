// Who speaks in the log.
// takes:   $namespace (whose)
// returns: speaker, each once
MATCH (t:Turn {namespace: $namespace}) WHERE t.uid IS NOT NULL
WITH DISTINCT t.speaker AS speaker WHERE speaker IS NOT NULL
RETURN speaker
