"""What both stores must agree on when turns are forgotten: how far it reaches. Which facts hold then, `closings` tells."""

# How many positions further a turn's words can have gone: a passage covers the two turns before, and a note
# may quote the one before.
REACH = 2
