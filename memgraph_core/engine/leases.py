"""Leases on turns that are being extracted, so that two programs do not pay a language model for the same window.

A lease begins in the transaction that reads the turns, and ends with the plan that writes their extraction. It also
expires after some time. A lease is ignored if its process ran on this machine and has ended.
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

LEASED_ELSEWHERE = "another program extracts this session; flush extracts the turns that it leaves pending"


def new_reader() -> str:
    """A unique name for the holder of leases: machine, process id and a random part."""
    return f"{_machine()}/{os.getpid()}/{uuid4().hex[:16]}"


def reader_has_ended(reader: str) -> bool:
    """Whether the reader was a process of this machine that has ended.

    Processes on other machines cannot be checked: their leases end when they expire.
    """
    machine, _, rest = reader.rpartition("/")[0].rpartition("/")
    return os.name == "posix" and machine == _machine() and rest.isdecimal() and _has_ended(int(rest))


def lease_seconds(models: ModelSettings) -> float:
    """The duration of a lease on one window: the longest wait for an answer, and for one repair of the answer."""
    return 2 * models.timeout + models.patience


def lease_pending(appended: AppendResult, seconds: float) -> Mapping[str, float]:
    """Leases (turn uid → seconds) on the pending turns; none if another reader has leases in their session."""
    pending = [turn for turn in appended.turns if turn.state == "pending"]
    return {} if sessions_leased(appended, pending) else {turn.uid: seconds for turn in pending}


def lease_windows(
    appended: AppendResult, parts: Iterable[Sequence[Turn]], parallel: int, seconds: float
) -> Mapping[str, float]:
    """Leases (turn uid → seconds) on these windows, except in sessions of other readers.

    Only `parallel` windows are extracted at the same time, so the leases on later windows last longer.
    """
    free = [part for part in parts if not sessions_leased(appended, part)]
    return {turn.uid: seconds * (1 + n // parallel) for n, part in enumerate(free) for turn in part}


def sessions_leased(appended: AppendResult, turns: Iterable[Turn]) -> frozenset[str]:
    """The sessions of these turns in which another reader has leases. One reader at a time extracts a session."""
    leased = {turn.session for turn in (*appended.preceding, *appended.turns) if turn.uid in appended.leased}
    return frozenset(turn.session for turn in turns if turn.session in leased)


@cache
def _machine() -> str:
    """The host name, and on Linux the process-id namespace: containers may share a host name."""
    namespace = ""
    with suppress(OSError):
        namespace = str(Path("/proc/self/ns/pid").stat().st_ino)
    return f"{socket.gethostname()}:{namespace}"


def _has_ended(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except OSError:  # it exists and belongs to another user
        return False
    with suppress(OSError):  # a zombie: it was killed, and its parent has not waited for it yet
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    return False
