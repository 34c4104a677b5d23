"""Gaps: questions that memory cannot answer, and relatives whose name it does not know."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from memgraph_core.language.persons.kin import describes_kin
from memgraph_core.language.scripts import one_line
from memgraph_core.records.graph import Entity
from memgraph_core.records.representation import as_date, short_repr
from memgraph_core.views.sheet import Sheet, SheetLine, as_text
from memgraph_core.views.words import WORDS


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenQuestion:
    """A stored question that memory cannot answer now."""

    turn: str  # uid
    text: str
    speaker: str | None
    asked_at: datetime | None
    explanation: str  # what is missing, as a sentence

    __repr__ = short_repr


@dataclass(frozen=True, slots=True, kw_only=True)
class Gaps:
    """What memory does not know."""

    at: datetime
    language: str
    questions: tuple[OpenQuestion, ...]  # newest first
    unnamed: tuple[str, ...]  # descriptions such as "Ada's sister", in order

    __repr__ = short_repr

    def text(self, tokens: int | None = None) -> str:
        """The gaps as text for a prompt, of at most `tokens` estimated tokens."""
        words = WORDS[self.language]
        questions = [
            SheetLine(text=f"{one_line(question.text)} {one_line(question.explanation)}", rank=number)
            for number, question in enumerate(self.questions)
        ]
        unnamed = [SheetLine(text=one_line(name), rank=number) for number, name in enumerate(self.unnamed)]
        sheet = Sheet(
            title=words.gaps_title,
            language=self.language,
            day=as_date(self.at),
            sections=[(words.open_questions, questions), (words.unnamed, unnamed)],
        )
        text = as_text(sheet, tokens)
        return text if questions or unnamed else f"{text}\n{words.no_gaps}"


def unnamed_relatives(people: Iterable[Entity]) -> tuple[str, ...]:
    """The people who are known only by their relation to somebody: "Ada's sister", 李雷的妹妹. Sorted."""
    return tuple(sorted({person.name for person in people if describes_kin(person.name)}))
