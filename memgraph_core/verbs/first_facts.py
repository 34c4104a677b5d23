"""The newest facts and the number of the others, for people and models, who do not read a list of any length."""

from collections.abc import Sequence
from dataclasses import dataclass

from memgraph_core.records.inspect import NamedFact
from memgraph_core.records.validation import checked_limit
from memgraph_core.verbs.inspection import Inspection
from memgraph_core.verbs.unknown_names import similar_to


@dataclass(frozen=True, slots=True)
class FirstFacts:
    """The newest facts, and how many more there are."""

    facts: tuple[NamedFact, ...]
    more: int = 0
    similar: Sequence[
        str
    ] = ()  # the names that are most like the one that was asked for, if no entity has it

    def __len__(self) -> int:
        return len(self.facts)


def first_facts(
    memory: Inspection,
    name: str | None,
    *,
    limit: int,
    as_of: str | None = None,
    known_at: str | None = None,
) -> FirstFacts:
    """The newest facts about an entity, or of all; at most `limit`. See `Memory.facts`."""
    checked_limit(limit)
    if name is None and as_of is None and known_at is None:
        newest = memory.facts(limit=limit)
        return FirstFacts(newest, memory.count("facts") - len(newest) if len(newest) == limit else 0)
    found = memory.facts(name, as_of=as_of, known_at=known_at)
    similar = () if found else similar_to(memory, name)
    return FirstFacts(found[:limit], max(0, len(found) - limit), similar)
