// The indexes of the database. CREATE … IF NOT EXISTS reports nothing when another index already covers the same properties, so
// the result is compared with the definition. It is the first statement that a new server plans, so it has no other clauses.
// returns: name: string
//          type: string
//          labelsOrTypes: list<string>?
//          properties: list<string>?
//          options: map
//          state: string
//          owningConstraint: string?
SHOW INDEXES YIELD name, type, labelsOrTypes, properties, options, state, owningConstraint
