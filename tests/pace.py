"""Seconds that mean the same on every machine, for the few tests that promise a speed.

A processor may be half as fast as another, or share its caches with a busy neighbour: the same work then takes
twice the time, and a test that compares it with a number fails for nothing. So the time of a piece of work is told
in seconds of a usual machine, by a stint of fixed work that is done just before and just after.
"""

import re
import resource
import time
from collections.abc import Callable

_USUAL = 0.016  # seconds of a stint on a quiet machine of the middle sort
_WORDS = re.compile(r"\b([A-Z]\w+|\w+ing)\b")
_TEXT = "Yesterday Ada went sailing near Turin and was singing all the way. 昨天我和李娜去了北京大学。 " * 8


def _stint() -> float:
    begun = time.process_time()
    seen: dict[str, int] = {}
    for _ in range(200):
        for found in _WORDS.finditer(_TEXT):
            seen[found[1]] = seen.get(found[1], 0) + found.start()
        "".join(sorted(_TEXT))
    return time.process_time() - begun


def seconds(work: Callable[[], object]) -> float:
    """The processor's time that this work takes here and in the processes it waits for, as on a usual machine.

    The least of three runs: a neighbour who comes and goes while it runs is told by no stint, and makes it longer only.
    """
    return min(_seconds(work) for _ in range(3))


def _seconds(work: Callable[[], object]) -> float:
    before = _stint()
    begun = _spent()
    work()
    spent = _spent() - begun
    return spent * _USUAL / max(before, _stint())


def _spent() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime
