"""What a surface answers about a name that no entity has."""

from collections.abc import Mapping

from memgraph_core.engine.unknown_names import similar_hint, similar_names
from memgraph_core.language.scripts import one_line
from memgraph_core.remote.verbs import LONGEST_LIST
from memgraph_core.verbs.inspection import Inspection

_NAMES = ("name", "other")  # parameters of saved queries that are names of entities
_MAX_CHARACTERS = 80  # of the name that is shown


def similar_to(memory: Inspection, name: str | None) -> list[str]:
    """The names that are most like this one if no entity has it; empty for a known name and for None."""
    if name is None or memory.entity(name) is not None:
        return []
    return similar_names(name, (entity.name for entity in memory.entities(limit=LONGEST_LIST)))


def hint_about(memory: Inspection, *names: str | None) -> str:
    """The names that are most like unknown ones, as a sentence that follows another one; empty if all are known or None."""
    return similar_hint(dict.fromkeys(each for name in names for each in similar_to(memory, name)))


def hint_about_speaker(memory: Inspection, name: str | None) -> str:
    """The same for a speaker, whose name must be written as in the turns: "Nora" for "nora"."""
    known = memory.entity(name) if name else None
    return similar_hint([known.name]) if known and known.name != name else hint_about(memory, name)


def hint_about_parameters(memory: Inspection, parameters: Mapping[str, object]) -> str:
    """The same for the parameters of a saved query that are names of entities."""
    return hint_about(memory, *(value for key in _NAMES if isinstance(value := parameters.get(key), str)))


def unknown_name(memory: Inspection, name: str) -> str:
    """The message about a name that no entity has, with the names that are most like it."""
    return f"Nothing is known about {one_line(name)[:_MAX_CHARACTERS]!r}.{hint_about(memory, name)}"
