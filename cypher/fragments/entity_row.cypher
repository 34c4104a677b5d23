// A row about entity `e`: values in the order of the columns.
// takes:   $columns.entity: list<string>
//          $columns.entity_times: list<string>
[name IN $columns.entity | e[name]] + [name IN $columns.entity_times | toString(e[name])]
