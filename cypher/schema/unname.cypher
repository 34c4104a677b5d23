// Namespaces were once known by a name. Harmless when repeated.
MATCH (n:Namespace) WHERE n.uid IS NULL
SET n.uid = n.name
REMOVE n.name
