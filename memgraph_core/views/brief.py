"""A brief: what changed since a moment, for an agent or a person who comes back."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from memgraph_core.language.pack import answer_language
from memgraph_core.language.quoting import encoded_name
from memgraph_core.records.graph import Entity
from memgraph_core.records.inspect import NamedFact
from memgraph_core.records.representation import as_date, short_repr
from memgraph_core.retrieve.topics import Trend
from memgraph_core.views.due import Due
from memgraph_core.views.sheet import Sheet, as_text, in_order
from memgraph_core.views.words import WORDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Brief:
    """What changed since a moment, and what is due soon."""

    since: datetime
    until: datetime
    language: str
    began: tuple[NamedFact, ...]  # newest first
    ended: tuple[NamedFact, ...]
    people: tuple[Entity, ...]  # mentioned for the first time, most mentioned first
    rising: tuple[Trend, ...]  # topics and entities that are mentioned more often than before
    due: Due

    __repr__ = short_repr

    def text(self, tokens: int | None = None) -> str:
        """The brief as text for a prompt, of at most `tokens` estimated tokens; each section keeps its first lines."""
        words = WORDS[self.language]
        sections = [
            (words.due, self.due.lines()),
            (words.began, self._facts(self.began)),
            (words.ended, self._facts(self.ended)),
            (words.new_people, [encoded_name(entity.name) for entity in self.people]),
            (words.rising, [words.topic(trend.name) for trend in self.rising]),
        ]
        sheet = Sheet(
            title=words.brief_title.format(since=as_date(self.since)),
            language=self.language,
            day=as_date(self.until),
            sections=[(heading, in_order(lines)) for heading, lines in sections],
        )
        text = as_text(sheet, tokens)
        return text if any(lines for _, lines in sections) else f"{text}\n{words.nothing_new}"

    def _facts(self, facts: Sequence[NamedFact]) -> list[str]:
        words = WORDS[self.language]
        return [
            words.statement(fact.type, fact.subject_name, fact.object_name) + words.period(fact)
            for fact in facts
        ]


def language_of_facts(facts: Sequence[NamedFact], due: Due) -> str:
    """The language in which a brief is written: that of most of its facts."""
    text = " ".join(fact.text for fact in facts)
    return answer_language(text) if text else due.language
