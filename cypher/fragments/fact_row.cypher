// A row about `fact`: values in the order of the columns.
// takes:   $columns.fact: list<string>
//          $columns.fact_times: list<string>
[name IN $columns.fact | fact[name]] + [name IN $columns.fact_times | toString(fact[name])]
