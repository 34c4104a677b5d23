"""Times that are comparable between machines, for the few tests that promise a speed.

A processor may be half as fast as another, or share its caches with other busy processes. The same work then takes twice
as long, and a test with a fixed limit fails without a reason. So the time of a piece of work is converted to seconds of
a reference machine, by a fixed amount of work that is measured before and after it.
"""

import re
import resource
import time
from collections.abc import Callable

_REFERENCE = 0.016  # seconds of the fixed work on an idle machine of medium speed
_FASTEST = 4  # no machine is faster than the reference machine by this factor
_WORDS = re.compile(r"\b([A-Z]\w+|\w+ing)\b")
_TEXT = "Yesterday Ada went sailing near Turin and was singing all the way. 昨天我和李娜去了北京大学。 " * 8


def _fixed_work() -> float:
    started = time.process_time()
    seen: dict[str, int] = {}
    for _ in range(200):
        for found in _WORDS.finditer(_TEXT):
            seen[found[1]] = seen.get(found[1], 0) + found.start()
        "".join(sorted(_TEXT))
    return time.process_time() - started


def assert_under(limit: float, work: Callable[[], object], what: object = "") -> None:
    """Fail if the work takes `limit` CPU seconds of the reference machine or more, with those of its child processes.

    A first run that is far below the limit on any machine is enough; the fixed work would take longer than most of them.
    Otherwise it may have six more runs, because load that comes and goes during a run only makes it longer, and the fixed
    work does not show it.
    """
    started = _spent()
    work()
    if (_spent() - started) * _FASTEST < limit:
        return
    spent = []
    while len(spent) < 6:
        spent.append(_seconds(work))
        if spent[-1] < limit:
            return
    raise AssertionError(f"{min(spent):.3f} s of CPU time instead of less than {limit:g} s. {what}")


def _seconds(work: Callable[[], object]) -> float:
    before = _fixed_work()
    started = _spent()
    work()
    spent = _spent() - started
    return spent * _REFERENCE / max(before, _fixed_work())


def _spent() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime
