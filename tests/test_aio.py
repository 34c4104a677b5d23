"""AsyncMemory: the verbs of Memory as coroutines, on both stores."""

import asyncio
import inspect
import threading

import pytest

from factories import NOW
from memgraph_core.aio import AsyncMemory
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import InvalidInput
from memgraph_core.memory import Memory

SAID_AT = "2026-03-20T09:00:00+01:00"


@pytest.fixture
def memory(database, namespace) -> Memory:
    return Memory(MemoryEngine(database, clock=lambda: NOW), namespace)


def verbs_of(kind: type) -> set[str]:
    return {name for name, value in inspect.getmembers(kind, inspect.isfunction) if not name.startswith("_")}


def test_every_verb_of_memory_is_a_coroutine_with_the_same_arguments():
    assert verbs_of(AsyncMemory) == verbs_of(Memory) | {"run"}
    for name in verbs_of(Memory) - {"close"}:
        verb = getattr(AsyncMemory, name)
        assert inspect.iscoroutinefunction(verb), name
        assert inspect.signature(verb) == inspect.signature(getattr(Memory, name)), name
        assert verb.__doc__ == getattr(Memory, name).__doc__, name


def test_what_is_added_is_found(memory):
    async def run():
        remote = AsyncMemory(memory)
        await remote.add("I live in Turin.", speaker="Ada", said_at=SAID_AT)
        return await remote.search("Where does Ada live?"), await remote.stats()

    hits, stats = asyncio.run(run())
    assert hits[0].text == "I live in Turin."
    assert stats.turns == 1


def test_many_verbs_at_once_lose_nothing(memory):
    async def run():
        several = AsyncMemory(memory, threads=4)
        adding = (
            several.add(f"I own {n} bicycles.", speaker="Ada", uid=f"t{n}", said_at=SAID_AT)
            for n in range(20)
        )
        searching = (several.search("What does Ada own?") for _ in range(20))
        await asyncio.gather(*adding, *searching)
        return await several.stats()

    stats = asyncio.run(run())
    assert (stats.turns, stats.pending) == (20, 0)


def test_errors_are_those_of_memory(memory):
    async def run():
        await AsyncMemory(memory).add(" ", speaker="Ada")

    with pytest.raises(InvalidInput, match="blank"):
        asyncio.run(run())


def test_a_cancelled_write_happens_wholly_or_not_at_all(memory):
    async def run():
        remote = AsyncMemory(memory, threads=1)
        started, release = threading.Event(), threading.Event()
        # The only thread is busy: of two writes behind it, the first begins and the second never does.
        busy = asyncio.create_task(remote.run(lambda: (started.set(), release.wait(10))))
        await asyncio.to_thread(started.wait, 10)
        never = asyncio.create_task(
            remote.add("I live in Rome.", speaker="Ada", uid="never", said_at=SAID_AT)
        )
        await asyncio.sleep(0)
        never.cancel()
        await asyncio.wait([never])
        release.set()
        await busy
        begun = asyncio.create_task(
            remote.add("I live in Turin.", speaker="Ada", uid="begun", said_at=SAID_AT)
        )
        await asyncio.sleep(0.001)
        begun.cancel()
        results = await asyncio.gather(never, begun, return_exceptions=True)
        await remote.run(lambda: None)  # after whatever is running
        return results, await remote.stats(), await remote.turns(["never", "begun"])

    results, stats, turns = asyncio.run(run())
    assert isinstance(results[0], asyncio.CancelledError)
    assert [turn.uid for turn in turns] in ([], ["begun"])
    assert (stats.turns, stats.pending) in ((0, 0), (1, 0))


def test_closing_waits_for_what_runs(tmp_path):
    async def run():
        async with await AsyncMemory.open(tmp_path / "m.db", "ada", embedder="none") as memory:
            adding = [
                asyncio.create_task(memory.add(f"I own {n} bicycles.", speaker="Ada", uid=f"t{n}"))
                for n in range(5)
            ]
            await asyncio.sleep(0)
        return await asyncio.gather(*adding)

    assert len(asyncio.run(run())) == 5
    with Memory.open(tmp_path / "m.db", "ada", embedder="none") as memory:
        assert memory.stats().turns == 5


def test_the_event_loop_is_not_blocked_while_a_verb_runs(memory):
    async def run():
        remote = AsyncMemory(memory)
        ticks = 0
        adding = asyncio.create_task(remote.add("I live in Turin. " * 50, speaker="Ada", said_at=SAID_AT))
        while not adding.done():
            await asyncio.sleep(0)
            ticks += 1
        return ticks

    assert asyncio.run(run()) > 1
