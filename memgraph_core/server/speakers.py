"""The speaker of a turn that names none: the only person who speaks in a memory."""

from collections.abc import Iterable

from memgraph_core.memory import Memory


def only_speaker(memory: Memory, named: Iterable[str] = ()) -> str | None:
    """The speaker of all user turns of a memory, and of the `named` ones that are to be added; None if there are several, or none.

    Turns without a speaker do not count.
    """
    found = {*named, *memory.store.speakers("user")}
    return found.pop() if len(found) == 1 else None
