// A row about `turn`: values in the order of the columns, then the vector (of property `turn_vector`, null: none).
// takes:   $columns.turn: list<string>
//          $columns.turn_times: list<string>
[name IN $columns.turn | turn[name]] + [name IN $columns.turn_times | toString(turn[name])] + [turn[turn_vector]]
