"""Stored questions: what a person asked, about whom, and which statement directly after it answers it.

A stored question is a derived note in the state `question`, with the turn that asks it as its source. A link `answers` leads to
it from the note that answers it. Without such a link it is open.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from memgraph_core.language.names import name_key
from memgraph_core.language.open_questions import AskedQuestion, questions_in, states_answer
from memgraph_core.language.secrets import redacted
from memgraph_core.plan.draft import Draft, note_uid
from memgraph_core.records.graph import CONSOLIDATION, About, Link, Note, Turn

ANSWERS = "answers"  # reason of the link from a note to the stored question that it answers
_EXTRACTOR = "question"  # in the uids of stored questions


@dataclass(frozen=True, slots=True)
class QuestionRows:
    """The stored questions of a draft, with the entities that they are about and the links of their answers."""

    notes: tuple[Note, ...]
    abouts: tuple[About, ...]
    links: tuple[Link, ...]


def question_rows(draft: Draft, entities: Mapping[str, str]) -> QuestionRows:
    """The questions that the new turns ask, and the answers that they give to the turn before. `entities`: name key → uid."""
    sensitive = draft.sensitive_turns()
    asked = [
        (turn, number, question)
        for turn in draft.window.turns
        if turn.uid not in sensitive
        for number, question in enumerate(_questions_of(turn))
    ]
    return QuestionRows(
        notes=tuple(_note(draft, turn, number, question) for turn, number, question in asked),
        abouts=tuple(
            About(_uid(draft, turn, number), entity, "topic")
            for turn, number, question in asked
            for entity in _about(draft, turn, question, entities)
        ),
        links=tuple(_answers(draft)),
    )


def _questions_of(turn: Turn) -> tuple[AskedQuestion, ...]:
    """The questions of a turn of a person. Others are no questions to memory."""
    return questions_in(turn.text) if turn.role == "user" and not turn.is_document else ()


def _uid(draft: Draft, turn: Turn, number: int) -> str:
    return note_uid(draft.namespace, turn.uid, _EXTRACTOR, number)


def _note(draft: Draft, turn: Turn, number: int, question: AskedQuestion) -> Note:
    return Note(
        uid=_uid(draft, turn, number),
        text=redacted(question.text),
        turns=(turn.uid,),
        keywords=question.relations,
        said_at=turn.said_at,
        recorded_at=turn.recorded_at or draft.at,
        state="question",
        trust=turn.trust,
        language=question.language,
        extractor=CONSOLIDATION,
    )


def _about(draft: Draft, turn: Turn, question: AskedQuestion, entities: Mapping[str, str]) -> tuple[str, ...]:
    """The entities that a question names, and its speaker if it is in the first person; each once, sorted."""
    text = name_key(question.text)
    names = [mention.name for mention in draft.extraction.mentions if mention.turn == turn.uid]
    named = [name for name in names if name_key(name) in text]
    if turn.speaker and question.is_about_asker:
        named.append(turn.speaker)
    return tuple(sorted({entities[key] for name in named if (key := name_key(name)) in entities}))


def _answers(draft: Draft) -> Iterator[Link]:
    """Links from the first note of a turn that answers the turn of another person directly before it."""
    turns = draft.turns_by_position()
    for turn in draft.window.turns:
        before = turns.get((turn.session, (turn.position or 0) - 1))
        if before is None or turn.role != "user" or turn.speaker in (None, before.speaker):
            continue
        stating = [note for note in draft.notes if note.turns == (turn.uid,) and _states(note)]
        for number, question in enumerate(_questions_of(before)):
            has_time = any(map(_has_time, stating))
            if stating and states_answer(turn.text, question, has_time=has_time):
                best = next(filter(_has_time, stating)) if question.kind == "time" else stating[0]
                yield Link(best.uid, _uid(draft, before, number), ANSWERS)


def _states(note: Note) -> bool:
    return note.state == "active" and note.kind != "vault"


def _has_time(note: Note) -> bool:
    when: datetime | None = note.holds_from or note.holds_until
    return when is not None or note.recurs is not None
