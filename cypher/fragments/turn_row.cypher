// A row about `turn`: values in the order of the columns, then the vector.
// takes:   $columns.turn: list<string>
//          $columns.turn_times: list<string>
//          $ask.turn_vector: string? (the property with the vector; null: none)
[name IN $columns.turn | turn[name]] + [name IN $columns.turn_times | toString(turn[name])] + [turn[$ask.turn_vector]]
