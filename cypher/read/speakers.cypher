// The speakers of the log.
// takes:   $namespace: string
// returns: speaker: string; each once
MATCH (t:Turn {namespace: $namespace}) WHERE t.uid IS NOT NULL
WITH DISTINCT t.speaker AS speaker WHERE speaker IS NOT NULL
RETURN speaker
