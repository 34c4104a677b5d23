// The indexes of this schema as the server has them. CREATE … IF NOT EXISTS reports nothing when another index already covers the
// same properties, so the result is compared with the definition.
// returns: name: string
//          kind: string
//          labels: list<string>
//          properties: list<string>
//          options: map
//          state: string
//          constraint: string?
SHOW INDEXES YIELD name, type, labelsOrTypes, properties, options, state, owningConstraint
WHERE name STARTS WITH 'memgraph_'
RETURN name, type AS kind, labelsOrTypes AS labels, properties, options, state, owningConstraint AS constraint
ORDER BY name
