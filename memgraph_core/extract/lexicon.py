"""The names that are known before a turn is read, and the names that it mentions."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from memgraph_core.extract.events import Events
from memgraph_core.language.entities import Named, named_in, named_in_turn
from memgraph_core.language.sentences import LONG_TEXT, statements_of
from memgraph_core.language.spans import Span
from memgraph_core.records.kinds import EntityType


@dataclass(frozen=True, slots=True)
class KnownNames:
    """The known names, by name key: their spelling, their type, and the known events."""

    written: Mapping[str, str]
    types: Mapping[str, EntityType]
    events: Events = field(default_factory=lambda: Events({}))

    def named_in(self, text: str, language: str) -> list[Named]:
        """The names in a text. A long text is read sentence by sentence and only by rules."""
        if len(text) <= LONG_TEXT:
            return named_in_turn(text, language, self.written, self.types)
        return [
            replace(name, start=name.start + start, end=name.end + start)
            for start, end in dict.fromkeys(s.sentence for s in statements_of(text, language))
            for name in named_in(text[start:end], language, self.written, self.types)
        ]


def spans_of(names: Iterable[Named]) -> list[Span]:
    """The names as spans."""
    return [Span(n.start, n.end, n.text, n.type, n.gender) for n in names]
