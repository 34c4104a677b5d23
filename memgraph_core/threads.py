"""Limits the threads of numpy's matrix products.

OpenBLAS uses a thread per core for every product, and its threads spin while they wait. On a busy machine, one
short text took 139 ms with two threads and 13 ms with one. So the encoder limits OpenBLAS to one thread and runs
batches in parallel instead, which also distributes the work outside matrix products.
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
_active = 0  # callers inside `single_threaded_products`
_original_threads = 0  # number of threads before the first caller


@cache
def _openblas() -> tuple[Callable[[], int], Callable[[int], None]] | None:
    """The functions that get and set the threads of OpenBLAS; None if numpy uses another library."""
    try:
        extension = importlib.import_module("numpy._core._multiarray_umath").__file__
        library = ctypes.CDLL(extension)  # also searches the libraries that the extension is linked to
    except (ImportError, OSError):
        return None
    for name in _NAMES:
        if hasattr(library, name.format("set")):
            return getattr(library, name.format("get")), getattr(library, name.format("set"))
    return None


def max_parallel_batches() -> int:
    """The number of batches that may run in parallel: at most 8; 1 if OpenBLAS threads cannot be limited."""
    if _openblas() is None:
        return 1
    usable = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
    return min(len(usable), 8)


@contextmanager
def single_threaded_products() -> Generator[None]:
    """Limit OpenBLAS to one thread. The setting is global to the process, so the last caller to leave restores it."""
    global _active, _original_threads
    functions = _openblas()
    if functions is None:
        yield
        return
    get_threads, set_threads = functions
    with _lock:
        if _active == 0:
            _original_threads = get_threads()
            set_threads(1)
        _active += 1
    try:
        yield
    finally:
        with _lock:
            _active -= 1
            if _active == 0:
                set_threads(_original_threads)
