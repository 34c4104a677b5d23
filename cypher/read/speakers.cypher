// The speakers of the log, or of its turns of one role.
// takes:   $namespace: string
//          $role: string?
// returns: speaker: string; each once
MATCH (t:Turn {namespace: $namespace}) WHERE t.uid IS NOT NULL AND ($role IS NULL OR t.role = $role)
WITH DISTINCT t.speaker AS speaker WHERE speaker IS NOT NULL
RETURN speaker
