// Every index of ours, as the server has it. CREATE … IF NOT EXISTS says nothing when another index is in
// the way, so what was wanted is compared with this.
// returns: name, kind, labels, properties, options, state
SHOW INDEXES YIELD name, type, labelsOrTypes, properties, options, state, owningConstraint
WHERE name STARTS WITH 'memgraph_'
RETURN name, type AS kind, labelsOrTypes AS labels, properties, options, state, owningConstraint AS constraint
ORDER BY name
