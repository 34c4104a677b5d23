"""Stored questions: finds which are open and which notes answer the others, and records these answers.

A question with a link `answers` is answered. Any other is asked again with `knows`, because the answer may be stored but not
linked. Consolidation records such answers, so that they are not searched again.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memgraph_core.engine.batches import in_batches
from memgraph_core.engine.commit import commit
from memgraph_core.engine.listing import notes_listed
from memgraph_core.engine.namespace import OpenNamespace
from memgraph_core.engine.search import Question, knows
from memgraph_core.engine.visible_records import VisibleRecords
from memgraph_core.language.open_questions import may_answer
from memgraph_core.plan.questions import ANSWERS
from memgraph_core.records.graph import Link, Note, Turn
from memgraph_core.records.grouping import grouped
from memgraph_core.records.listing import ListQuery
from memgraph_core.records.scope import USER_ID
from memgraph_core.records.search import Filters, Hit, Knowledge
from memgraph_core.records.validation import EARLIEST
from memgraph_core.retrieve.knows import unanswered
from memgraph_core.store.contract import Store

_QUESTIONS = 500  # the newest stored questions that are considered
_CHECKED = 50  # questions that are asked again


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredQuestion:
    """A question with all turns that ask it in the same words, and what answers it."""

    note: Note  # of the newest of these turns
    turn: Turn  # the newest one
    copies: tuple[str, ...]  # uids of the stored questions with these words
    turns: frozenset[str]  # uids of their turns
    answer: Note | None = None  # the newest recorded answer


def stored_questions(visible: VisibleRecords, filters: Filters) -> list[StoredQuestion]:
    """The newest stored questions that pass the filters, newest first; each text once."""
    store = visible.store
    listed = notes_listed(store, ListQuery(of="question", filters=filters, limit=_QUESTIONS))
    notes = visible.notes(listed)
    turns = {turn.uid: turn for turn in store.turns(sorted({note.turns[0] for note in notes}))}
    answers = _answers(visible, [note.uid for note in notes], filters.until)
    by_text = grouped((note.text.casefold(), note) for note in notes)
    return [
        StoredQuestion(
            note=same[0],
            turn=turns[same[0].turns[0]],
            copies=tuple(note.uid for note in same),
            turns=frozenset(note.turns[0] for note in same),
            answer=max((answers[note.uid] for note in same if note.uid in answers), key=_time, default=None),
        )
        for same in by_text.values()
    ]


def with_knowledge(
    namespace: OpenNamespace, questions: Sequence[StoredQuestion], filters: Filters | None, now: datetime
) -> Iterator[tuple[StoredQuestion, Knowledge | None]]:
    """Each question with the estimate of `knows`, or None if its answer is recorded. At most 50 questions are estimated.

    A question that memory answers now gets this answer. Without filters, only turns of the user who asked may answer it.
    """
    number = 0
    for each in questions:
        if each.answer is not None:
            yield each, None
        elif number < _CHECKED:
            number += 1
            within = _of_user(each.turn) if filters is None else filters
            asked = Question(each.note.text, filters=within, now=now, exclude=each.turns)
            known = knows(namespace, asked, graph=True)
            notes = list(_notes_of(namespace.store, known.evidence)) if known else []
            answer = next((note for note in notes if _may_answer(note, each.note)), None)
            if notes and answer is None:
                # The evidence is about the same things, but lacks the number or the time that is asked for.
                known = unanswered(known, each.note.language)
            yield replace(each, answer=answer), known


def record_answers(namespace: OpenNamespace, now: datetime) -> int:
    """Record which notes answer the open questions. Returns the number of questions that are answered now."""
    filters = Filters()
    questions = [
        each
        for each in stored_questions(VisibleRecords(namespace.store, filters), filters)
        if not each.answer
    ]
    links = [
        Link(each.answer.uid, copy, ANSWERS)
        for each, _ in with_knowledge(namespace, questions, None, now)
        if each.answer is not None
        for copy in each.copies
    ]
    if not links:
        return 0

    rows = tuple(sorted(links, key=lambda link: (link.a, link.b)))
    attempts = namespace.engine.settings.ingest.attempts
    commit(namespace.store, lambda snapshot: snapshot.plan(now, links=rows), attempts=attempts)
    return len({link.b for link in links})


def _answers(visible: VisibleRecords, questions: Sequence[str], until: datetime | None) -> Mapping[str, Note]:
    """Stored question (uid) → its newest recorded answer among the visible notes that were said before `until`."""
    store = visible.store
    links = [link for batch in in_batches(questions) for link in store.links(batch) if link.reason == ANSWERS]
    read = visible.notes(store.notes(sorted({link.a for link in links})))
    notes = {
        note.uid: note for note in read if note.kind != "vault" and (until is None or _time(note) < until)
    }
    found: dict[str, Note] = {}
    for link in links:
        note = notes.get(link.a)
        if note is not None and (link.b not in found or _time(note) > _time(found[link.b])):
            found[link.b] = note
    return found


def _of_user(turn: Turn) -> Filters:
    """The filters for turns of the user of a turn; none if it has no user."""
    user = turn.metadata.get(USER_ID)
    return Filters() if user is None else Filters(metadata={USER_ID: user})


def _notes_of(store: Store, hits: Sequence[Hit]) -> Iterator[Note]:
    """The notes of the hits, or of their turns; the best first, without sensitive and derived notes."""
    for hit in hits:
        notes = [hit.note] if hit.note is not None else store.notes_of(list(hit.turns))
        yield from (note for note in notes if note.kind != "vault" and not note.is_derived)


def _may_answer(note: Note, question: Note) -> bool:
    has_time = note.holds_from is not None or note.holds_until is not None or note.recurs is not None
    return may_answer(note.text, question.text, has_time=has_time)


def _time(note: Note) -> datetime:
    return note.at or EARLIEST
