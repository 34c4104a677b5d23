// The properties of an entity `e`, with times as text.
e {.*, first_at: toString(e.first_at), last_at: toString(e.last_at)}
