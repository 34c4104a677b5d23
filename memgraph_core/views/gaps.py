"""Gaps: stored questions, open and answered, and relatives whose name memory does not know."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memgraph_core.language.counts import count_of
from memgraph_core.language.names import name_key
from memgraph_core.language.persons.kin import FAMILY, KinWord, described_kin, describes_kin
from memgraph_core.language.quoting import encoded_text
from memgraph_core.language.scripts import one_line
from memgraph_core.language.secrets import redacted
from memgraph_core.language.vocabulary import relation_of
from memgraph_core.records.graph import Entity, Note, Turn
from memgraph_core.records.inspect import NamedFact
from memgraph_core.records.representation import as_date, short_repr
from memgraph_core.views.sheet import Sheet, as_text, in_order
from memgraph_core.views.words import WORDS


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredQuestion:
    """A question that memory has stored."""

    uid: str  # of the stored question
    turn: str  # uid of the turn that asks it
    text: str
    speaker: str | None
    asked_at: datetime | None
    session: str
    about: tuple[str, ...]  # names of the entities that it is about, sorted
    relations: tuple[str, ...]  # relation types that it asks about, sorted; empty if not known

    __repr__ = short_repr


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenQuestion(StoredQuestion):
    """A stored question that memory cannot answer now."""

    explanation: str  # what is missing, as a sentence

    __repr__ = short_repr


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweredQuestion(StoredQuestion):
    """A stored question that a note answers."""

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
        questions = in_order(f"{one_line(each.text)} {one_line(each.explanation)}" for each in self.questions)
        unnamed = in_order(map(one_line, self.unnamed))
        answered = in_order(map(_answered, self.answered))
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
    return OpenQuestion(**_asked(note, turn, about), explanation=redacted(explanation))


def answered_question(note: Note, turn: Turn, about: tuple[str, ...], answer: Note) -> AnsweredQuestion:
    """A stored question with the note that answers it."""
    return AnsweredQuestion(**_asked(note, turn, about), answer=answer, answered_at=answer.at)


def _asked(note: Note, turn: Turn, about: tuple[str, ...]) -> dict[str, Any]:
    """The fields of a stored question."""
    return {
        "uid": note.uid,
        "turn": turn.uid,
        "text": note.text,
        "speaker": turn.speaker,
        "asked_at": turn.said_at,
        "session": turn.session,
        "about": about,
        "relations": note.keywords,
    }


def _answered(question: AnsweredQuestion) -> str:
    """The line of an answered question: `When is Zoe's birthday? 2026-06-04 "Ben: Zoe's birthday is on 3 May."`."""
    day = f"{as_date(question.answered_at)} " if question.answered_at else ""
    return f"{one_line(question.text)} {day}{encoded_text(redacted(question.answer.text))}"


def unnamed_relatives(people: Iterable[Entity], facts: Iterable[NamedFact]) -> tuple[str, ...]:
    """The people who are known only by their relation to somebody: "Ada's sister", 李雷的妹妹. Sorted.

    A group ("Ada's parents") and a role ("Ada's boss") are named if a fact gives the name of somebody of whom it is true. "Ada's
    sister" and "Ada's friend" may be others than those that are named.
    """
    named = {tie for fact in facts for tie in _named_ties(fact)}
    described = ((person.name, described_kin(person.name)) for person in people)
    return tuple(
        sorted(
            name
            for name, kin in described
            if kin is not None and not (_may_be_any(kin[1]) and (name_key(kin[0]), kin[1].relation) in named)
        )
    )


def _named_ties(fact: NamedFact) -> Iterator[tuple[str, str]]:
    """Who has somebody with a name (name key), and in which relation."""
    if fact.never_held:
        return
    relation = relation_of(fact.type)
    if _is_proper(fact.object_name):
        yield name_key(fact.subject_name), fact.type
    other = fact.type if relation.symmetric else relation.inverse
    if other is not None and _is_proper(fact.subject_name):
        yield name_key(fact.object_name), other


def _is_proper(name: str) -> bool:
    return not describes_kin(name) and count_of(name) is None


def _may_be_any(word: KinWord) -> bool:
    """Whether a kin word may mean each person in the relation: a plural, or a role at work."""
    return word.plural or word.relation not in (*FAMILY, "FRIEND_OF", "KNOWS")
