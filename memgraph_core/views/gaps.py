"""Gaps: stored questions, open and answered, and relatives whose name memory does not know."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from memgraph_core.language.persons.kin import describes_kin
from memgraph_core.language.quoting import encoded_text
from memgraph_core.language.scripts import one_line
from memgraph_core.language.secrets import redacted
from memgraph_core.records.graph import Entity, Note, Turn
from memgraph_core.records.representation import as_date, short_repr
from memgraph_core.views.sheet import Sheet, SheetLine, as_text
from memgraph_core.views.words import WORDS


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenQuestion:
    """A stored question that memory cannot answer now."""

    uid: str  # of the stored question
    turn: str  # uid of the turn that asks it
    text: str
    speaker: str | None
    asked_at: datetime | None
    session: str
    about: tuple[str, ...]  # names of the entities that it is about, sorted
    relations: tuple[str, ...]  # relation types that it asks about, sorted; empty if not known
    explanation: str  # what is missing, as a sentence

    __repr__ = short_repr


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweredQuestion:
    """A stored question that a note answers."""

    uid: str  # of the stored question
    turn: str  # uid of the turn that asks it
    text: str
    speaker: str | None
    asked_at: datetime | None
    session: str
    about: tuple[str, ...]
    relations: tuple[str, ...]
    answer: Note
    answered_at: datetime | None  # when the answer was said

    __repr__ = short_repr


@dataclass(frozen=True, slots=True, kw_only=True)
class Gaps:
    """What memory does not know."""

    at: datetime
    language: str
    questions: tuple[OpenQuestion, ...]  # newest first
    answered: tuple[AnsweredQuestion, ...] = ()  # newest question first; only if they were requested
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
        answered = [SheetLine(text=_answered(each), rank=number) for number, each in enumerate(self.answered)]
        sheet = Sheet(
            title=words.gaps_title,
            language=self.language,
            day=as_date(self.at),
            sections=[
                (words.open_questions, questions),
                (words.answered_questions, answered),
                (words.unnamed, unnamed),
            ],
        )
        text = as_text(sheet, tokens)
        return text if questions or unnamed or answered else f"{text}\n{words.no_gaps}"


def open_question(note: Note, turn: Turn, about: tuple[str, ...], explanation: str) -> OpenQuestion:
    """A stored question without an answer. `explanation` says what is missing; secrets in it are redacted."""
    return OpenQuestion(
        uid=note.uid,
        turn=turn.uid,
        text=note.text,
        speaker=turn.speaker,
        asked_at=turn.said_at,
        session=turn.session,
        about=about,
        relations=note.keywords,
        explanation=redacted(explanation),
    )


def answered_question(note: Note, turn: Turn, about: tuple[str, ...], answer: Note) -> AnsweredQuestion:
    """A stored question with the note that answers it."""
    return AnsweredQuestion(
        uid=note.uid,
        turn=turn.uid,
        text=note.text,
        speaker=turn.speaker,
        asked_at=turn.said_at,
        session=turn.session,
        about=about,
        relations=note.keywords,
        answer=answer,
        answered_at=answer.said_at or answer.recorded_at,
    )


def _answered(question: AnsweredQuestion) -> str:
    """The line of an answered question: `When is Zoe's birthday? 2026-06-04 "Ben: Zoe's birthday is on 3 May."`."""
    day = f"{as_date(question.answered_at)} " if question.answered_at else ""
    return f"{one_line(question.text)} {day}{encoded_text(redacted(question.answer.text))}"


def unnamed_relatives(people: Iterable[Entity]) -> tuple[str, ...]:
    """The people who are known only by their relation to somebody: "Ada's sister", 李雷的妹妹. Sorted."""
    return tuple(sorted({person.name for person in people if describes_kin(person.name)}))
