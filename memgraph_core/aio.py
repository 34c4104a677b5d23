"""`AsyncMemory`: the verbs of `Memory` as coroutines.

Each verb runs in a thread of a small pool. A verb mostly waits for the processor and the database, so a
native asynchronous driver would not make it faster: docs/how-to/async.md has the measurements.
"""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial, wraps
from os import PathLike
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from memgraph_core.config import Settings
from memgraph_core.extract.protocol import Extractor
from memgraph_core.memory import Memory
from memgraph_core.models.protocol import Embedder

P = ParamSpec("P")
T = TypeVar("T")

THREADS = 8


def _in_thread(
    verb: Callable[Concatenate[Memory, P], T],
) -> Callable[Concatenate["AsyncMemory", P], Coroutine[Any, Any, T]]:
    """The verb as a coroutine with the same name, arguments, result and errors."""

    @wraps(verb)
    async def run(self: "AsyncMemory", *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.run(partial(verb, self.memory, *args, **kwargs))

    return run


class AsyncMemory:
    """The memory of one namespace for programs with an event loop. It has the verbs of `Memory`.

    A verb that is cancelled before a thread is free does not run. A verb that is cancelled later runs to its end in its
    thread, because a transaction is complete or does not happen; only its result is lost. `close` waits for it.
    """

    def __init__(self, memory: Memory, *, threads: int = THREADS) -> None:
        """Use a memory that is open. At most `threads` verbs run at a time; further ones wait."""
        self.memory = memory
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="memgraph-core")

    @classmethod
    async def open(
        cls,
        url: str | PathLike[str] | None = None,
        namespace: str | None = None,
        *,
        embedder: Embedder | str | None = None,
        extractor: Extractor | str | None = None,
        settings: Settings | None = None,
        token: str | None = None,
        background: bool = False,
        threads: int = THREADS,
    ) -> "AsyncMemory":
        """Open one namespace of a file or a server; see `Memory.open`."""
        opened = partial(
            Memory.open,
            url,
            namespace,
            embedder=embedder,
            extractor=extractor,
            settings=settings,
            token=token,
            background=background,
        )
        return cls(await asyncio.to_thread(opened), threads=threads)

    async def run(self, work: Callable[[], T]) -> T:
        """Run any function in a thread of this memory, with the context variables of the caller."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, copy_context().run, work)

    add = _in_thread(Memory.add)
    remember_question = _in_thread(Memory.remember_question)
    remember_run = _in_thread(Memory.remember_run)
    flush = _in_thread(Memory.flush)
    retry = _in_thread(Memory.retry)

    jobs = _in_thread(Memory.jobs)
    run_jobs = _in_thread(Memory.run_jobs)
    retry_jobs = _in_thread(Memory.retry_jobs)

    rebuild = _in_thread(Memory.rebuild)
    discard_rebuild = _in_thread(Memory.discard_rebuild)

    search = _in_thread(Memory.search)
    search_many = _in_thread(Memory.search_many)
    context = _in_thread(Memory.context)
    knows = _in_thread(Memory.knows)
    explain_search = _in_thread(Memory.explain_search)
    context_window = _in_thread(Memory.context_window)
    check = _in_thread(Memory.check)
    profile = _in_thread(Memory.profile)
    profile_changes = _in_thread(Memory.profile_changes)
    summarise = _in_thread(Memory.summarise)
    due = _in_thread(Memory.due)
    brief = _in_thread(Memory.brief)
    gaps = _in_thread(Memory.gaps)
    acknowledge = _in_thread(Memory.acknowledge)
    mood = _in_thread(Memory.mood)
    working = _in_thread(Memory.working)
    procedures = _in_thread(Memory.procedures)

    core = _in_thread(Memory.core)
    core_append = _in_thread(Memory.core_append)
    core_replace = _in_thread(Memory.core_replace)
    core_history = _in_thread(Memory.core_history)
    core_undo = _in_thread(Memory.core_undo)
    core_forget = _in_thread(Memory.core_forget)

    update = _in_thread(Memory.update)
    merge = _in_thread(Memory.merge)
    split = _in_thread(Memory.split)
    consolidate = _in_thread(Memory.consolidate)
    abstractions = _in_thread(Memory.abstractions)
    instances = _in_thread(Memory.instances)
    archive = _in_thread(Memory.archive)
    restore = _in_thread(Memory.restore)
    used = _in_thread(Memory.used)
    retention = _in_thread(Memory.retention)
    expire = _in_thread(Memory.expire)
    undo = _in_thread(Memory.undo)
    forget = _in_thread(Memory.forget)
    forget_outdated = _in_thread(Memory.forget_outdated)

    entities = _in_thread(Memory.entities)
    entity = _in_thread(Memory.entity)
    show = _in_thread(Memory.show)
    facts = _in_thread(Memory.facts)
    diff = _in_thread(Memory.diff)
    turns = _in_thread(Memory.turns)
    conversation = _in_thread(Memory.conversation)
    sessions = _in_thread(Memory.sessions)
    notes = _in_thread(Memory.notes)
    supports = _in_thread(Memory.supports)
    list_turns = _in_thread(Memory.list_turns)
    list_notes = _in_thread(Memory.list_notes)
    list_entities = _in_thread(Memory.list_entities)
    get = _in_thread(Memory.get)
    count = _in_thread(Memory.count)
    history = _in_thread(Memory.history)
    stream = _in_thread(Memory.stream)
    timeline = _in_thread(Memory.timeline)
    themes = _in_thread(Memory.themes)
    trends = _in_thread(Memory.trends)
    changes = _in_thread(Memory.changes)
    ledger = _in_thread(Memory.ledger)
    stats = _in_thread(Memory.stats)
    explore = _in_thread(Memory.explore)

    async def close(self) -> None:
        """Wait for verbs that are running, and close the database; see `Memory.close`."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._threads.shutdown(wait=True)
        self.memory.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
