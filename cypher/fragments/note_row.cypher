// A row about `note`: values in the order of the columns, then the vector (of property `note_vector`, null: none), the uids of
// its source turns and of the entities that it is about. The column names are parameters, because a list of properties in the
// statement would make planning much slower.
// takes:   $columns.note: list<string>
//          $columns.note_times: list<string>
[name IN $columns.note | note[name]] + [name IN $columns.note_times | toString(note[name])] + [
  note[note_vector],
  COLLECT { MATCH (note)-[from:FROM]->(source:Turn) RETURN source.uid ORDER BY from.position, source.uid },
  COLLECT { MATCH (note)-[:ABOUT]->(e:Entity) RETURN e.uid ORDER BY e.uid }
]
