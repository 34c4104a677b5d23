// The names of all namespaces.
// returns: name: string; sorted
MATCH (n:Namespace) WHERE n.uid IS NOT NULL
RETURN n.uid AS name ORDER BY name
