// A row about `note`: values in the order of the columns, then the vector. The column names are parameters, because a list of
// properties in the statement would make planning much slower.
// takes:   $columns.note: list<string>
//          $columns.note_times: list<string>
//          $ask.note_vector: string? (the property with the vector; null: none)
[name IN $columns.note | note[name]] + [name IN $columns.note_times | toString(note[name])] + [note[$ask.note_vector]]
