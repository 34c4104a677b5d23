"""How far to look where an index spans more than what counts.

Neighbours: how many to ask a vector index for, when only those of one space count.

The index spans the whole database and is filtered afterwards. Measured on 26,200 notes: for a space that is
4 % of them, asking for four times as many as the ratio of sizes demands always gave enough.
"""

from math import ceil

# Newest notes and turns: a user is in nearly every note of theirs. Of d notes about somebody among n, the q newest are found
# among the n·q/d newest of the space, by their index in the order of time, instead of by reading all d; that is done where
# d² > 4·n·q. So many are looked through at most, which are four times those that should be needed among a million; where
# they do not hold enough, because somebody was spoken of long ago, all d are read.
NEWEST = 5000


def overfetch(k: int, own: int, all: int) -> int:
    """As many as should hold `k` of the space's own, with a margin of two; at least one."""
    return max(1, ceil(2 * k * max(all, own) / max(own, 1)))
