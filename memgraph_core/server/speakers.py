"""The speaker of a turn that names none: the only person who speaks in a memory."""

from collections.abc import Iterable, Iterator
from itertools import islice

from memgraph_core.memory import Memory


def only_speaker(memory: Memory, named: Iterable[str] = ()) -> str | None:
    """The speaker of all user turns of a memory, and of the `named` ones that are to be added; None if there are several, or none.

    Turns without a speaker do not count.
    """
    found = list(islice(_speakers(memory, dict.fromkeys(named)), 2))
    return found[0] if len(found) == 1 else None


def _speakers(memory: Memory, named: Iterable[str]) -> Iterator[str]:
    yield from named
    for speaker in memory.store.speakers():
        if speaker not in named and memory.list_turns(filters={"speaker": speaker, "role": "user"}, limit=1):
            yield speaker
