// The names of all namespaces.
// returns: name, sorted
MATCH (n:Namespace) WHERE n.name IS NOT NULL
RETURN n.name AS name ORDER BY name
