"""How far the forgetting of a turn reaches into the turns after it, for both stores."""

# Positions after a forgotten turn whose derived data may contain its words: a passage covers two turns before, a
# note may quote the one before.
REACH = 2
