"""Who reads turns now: told by the store to all that would read them too, so that a window is paid for once.

A claim is taken with the log and goes with the plan, in the transactions that are there anyway. It runs out by itself;
one of a process of this machine that has ended counts no longer.
"""

import os
import socket
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from uuid import uuid4

from memgraph_core.config import ModelSettings
from memgraph_core.records.graph import Turn
from memgraph_core.records.log import AppendResult

TAKEN = "another program is reading its session: what it leaves, flush reads"


def new_reader() -> str:
    """A name under which to claim: where we are, which process, and a word of its own for each use."""
    return f"{_machine()}/{os.getpid()}/{uuid4().hex[:16]}"


def is_gone(reader: str) -> bool:
    """Whether it was a process of this machine that has ended. Of other machines nobody can tell: they keep their claim
    until it runs out.
    """
    machine, _, rest = reader.rpartition("/")[0].rpartition("/")
    return os.name == "posix" and machine == _machine() and rest.isdecimal() and _has_ended(int(rest))


def lease(models: ModelSettings) -> float:
    """For how many seconds a window is claimed: as long as a slow answer takes, and one to mend it."""
    return 2 * models.timeout + models.patience


def all_of(there: AppendResult, seconds: float) -> Mapping[str, float]:
    """A claim on all turns given that wait, or on none where another reads any of them or before them."""
    waits = [turn for turn in there.turns if turn.state == "pending"]
    return {} if taken_in(there, waits) else {turn.uid: seconds for turn in waits}


def of_windows(
    there: AppendResult, parts: Iterable[Sequence[Turn]], at_once: int, seconds: float
) -> Mapping[str, float]:
    """A claim on these windows, but for sessions that another reads. They are read so many at a time: the later ones, longer."""
    free = [part for part in parts if not taken_in(there, part)]
    return {turn.uid: seconds * (1 + n // at_once) for n, part in enumerate(free) for turn in part}


def taken_in(there: AppendResult, turns: Iterable[Turn]) -> frozenset[str]:
    """The sessions of these turns that another reads now: they go on in their order."""
    read = {turn.session for turn in (*there.preceding, *there.turns) if turn.uid in there.leased}
    return frozenset(turn.session for turn in turns if turn.session in read)


@cache
def _machine() -> str:
    """The machine, and on Linux which numbers its processes go by: containers may share a name."""
    numbers = ""
    with suppress(OSError):
        numbers = str(Path("/proc/self/ns/pid").stat().st_ino)
    return f"{socket.gethostname()}:{numbers}"


def _has_ended(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except OSError:  # it is there, and somebody else's
        return False
    with suppress(OSError):  # killed, and nobody has asked yet how it ended
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    return False
