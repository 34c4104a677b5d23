"""How many threads numpy's matrix products use.

OpenBLAS starts a thread per core for every product, and its threads spin while they wait: on a busy machine
one short text took 139 ms with two threads and 13 ms with one. So the encoder holds it to one thread and
runs batches side by side instead, which also spreads the work that is no matrix product.
"""

import ctypes
import importlib
import os
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cache

_NAMES = ("scipy_openblas_{}_num_threads64_", "scipy_openblas_{}_num_threads", "openblas_{}_num_threads")

_lock = threading.Lock()
_inside = 0  # how many callers are in `single_threaded_products`
_before = 0  # the number of threads when the first of them came


@cache
def _openblas() -> tuple[Callable[[], int], Callable[[int], None]] | None:
    """The two functions that get and set OpenBLAS's threads; None where numpy has another library."""
    try:
        extension = importlib.import_module("numpy._core._multiarray_umath").__file__
        library = ctypes.CDLL(extension)  # a symbol is looked for in what the extension is linked to
    except (ImportError, OSError):
        return None
    for name in _NAMES:
        if hasattr(library, name.format("set")):
            return getattr(library, name.format("get")), getattr(library, name.format("set"))
    return None


def cores() -> int:
    """How many batches may run side by side: 1 where products cannot be held to one thread."""
    if _openblas() is None:
        return 1
    usable = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
    return min(len(usable), 8)


@contextmanager
def single_threaded_products() -> Generator[None]:
    """Hold OpenBLAS to one thread. The setting is the process's, so the last to leave restores it."""
    global _inside, _before
    functions = _openblas()
    if functions is None:
        yield
        return
    get_threads, set_threads = functions
    with _lock:
        if _inside == 0:
            _before = get_threads()
            set_threads(1)
        _inside += 1
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if _inside == 0:
                set_threads(_before)
