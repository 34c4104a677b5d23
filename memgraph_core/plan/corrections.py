"""Corrections of a turn's text: the part of the turn that a note states, the corrected text, and the Change record.

A correction changes the current text of a turn; the original text is kept with the turn. The Change contains only uids.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from memgraph_core.errors import InvalidInput
from memgraph_core.language.pack import language_of
from memgraph_core.language.sentences import statements_of
from memgraph_core.language.terms import terms_of
from memgraph_core.plan.receipts import Receipt
from memgraph_core.records.changes import Change, ChangeState
from memgraph_core.records.forget import Forgotten, TurnCorrection
from memgraph_core.records.graph import Correction, Note, Turn, uid_of
from memgraph_core.records.representation import short_repr, without_speaker
from memgraph_core.records.validation import checked_text
from memgraph_core.turns.content import turn_terms

UPDATE = "update"
_REASON = "requested"
_MAX_STATEMENTS = 8  # consecutive statements of a turn that one note may state
_MIN_OVERLAP = 0.3  # Dice coefficient of the terms of a note and of the statements that it states
_FINAL_MARKS = ".!?。！？…"


@dataclass(frozen=True, slots=True, kw_only=True)
class Updated:
    """The result of a correction: the text before and after, and the records that were removed and derived again.

    `removed` lists records that no turn supports any more. Records that were derived again are not in it.
    """

    turn: str  # uid
    before: str
    after: str
    change: str | None = None  # uid, for `undo`; None: the text was the same and nothing was changed
    removed: Forgotten = field(default_factory=Forgotten)
    receipt: Receipt = field(default_factory=Receipt)

    __repr__ = short_repr


def correction_of(
    turn: Turn, text: str, namespace: str, at: datetime, *, note: str | None, reason: str, undoes: str = ""
) -> TurnCorrection:
    """The correction that gives the turn this text. `undoes` is the uid of the change that it undoes, if any."""
    number = len(turn.corrections)
    state = ChangeState(turn=turn.uid, note=note, number=number)
    change = Change(
        uid=uid_of(namespace, UPDATE, turn.uid, number, at.isoformat()),
        kind=UPDATE,
        by="user",
        at=at,
        reason=_REASON,
        before=replace(state, change=undoes or None),
        after=replace(state, number=number + 1),
    )
    correction = Correction(change=change.uid, at=at, before=turn.text, note=note, reason=reason)
    terms = " ".join(turn_terms(replace(turn, text=text)))
    return TurnCorrection(turn=turn.uid, text=text, terms=terms, correction=correction, change=change)


def corrected_text(turn: Turn, note: Note | None, text: str) -> str:
    """The text of the turn with the part that the note states replaced by `text`; without a note `text` itself.

    Raises InvalidInput for a blank text, and when the part that the note states cannot be found.
    """
    new = checked_text(without_speaker(text.strip(), turn.speaker), "the corrected text")
    if note is None:
        return new
    start, end = span_of(turn, note)
    old = turn.text[start:end]
    if old[-1] in _FINAL_MARKS and new[-1] not in _FINAL_MARKS and end < len(turn.text):
        new += old[-1]
    return checked_text(turn.text[:start] + new + turn.text[end:], "the corrected turn")


def span_of(turn: Turn, note: Note) -> tuple[int, int]:
    """Start and end of the part of the turn that a note states: the consecutive statements with the most similar terms.

    A note replaces pronouns by names, so its terms may differ from those of the turn. For a turn of one statement it is
    the whole turn; of equally similar parts it is the first. Raises InvalidInput if no part is similar enough.
    """
    statements = statements_of(turn.text, language_of(turn.text))
    if len(statements) < 2:
        return 0, len(turn.text)
    terms = [frozenset(terms_of(statement.text)) for statement in statements]
    note_terms = frozenset(terms_of(without_speaker(note.text, turn.speaker)))
    best, span = 0.0, (0, 0)
    for first in range(len(statements)):
        part: frozenset[str] = frozenset()
        for last in range(first, min(first + _MAX_STATEMENTS, len(statements))):
            part |= terms[last]
            overlap = 2 * len(part & note_terms) / (len(part) + len(note_terms) or 1)
            if overlap > best:
                best, span = overlap, (statements[first].start, statements[last].end)
    if best < _MIN_OVERLAP:
        raise InvalidInput(
            f"cannot find the part of turn {turn.uid!r} that note {note.uid!r} states. Give the uid of the turn, and its "
            "whole corrected text."
        )
    return span


def pending_correction_of(turns: Iterable[Turn], note: str) -> tuple[Turn, Note] | None:
    """The pending turn that was corrected through this note (uid), and the note as it will be derived; None without one.

    The text of the note consists of the statements that the last correction changed.
    """
    for turn in turns:
        numbers = [number for number, each in enumerate(turn.corrections) if each.note == note]
        if numbers:
            old, new = turn.all_texts[numbers[-1]], turn.all_texts[numbers[-1] + 1]
            start, end = _changed_span(old, new)
            statements = statements_of(new, language_of(new))
            text = " ".join(each.text for each in statements if each.start < end and start < each.end)
            return turn, Note(uid=note, text=text or new, turns=(turn.uid,))
    return None


def with_texts(changes: Iterable[Change], turns: Mapping[str, Turn]) -> tuple[Change, ...]:
    """The changes; each correction with the text before and after and the user's reason, which are kept with its turn."""
    return tuple(_with_texts(each, turns) if each.kind == UPDATE else each for each in changes)


def corrected_turn_of(change: Change) -> str:
    """The uid of the turn that a correction changed."""
    return change.about.turn or ""


def _with_texts(change: Change, turns: Mapping[str, Turn]) -> Change:
    turn = turns.get(corrected_turn_of(change))
    number = correction_number(change, turn) if turn else None
    if turn is None or number is None:
        return change
    return replace(
        change,
        reason=turn.corrections[number].reason or change.reason,
        before=replace(change.before, text=turn.all_texts[number]),
        after=replace(change.after, text=turn.all_texts[number + 1]),
    )


def correction_number(change: Change, turn: Turn) -> int | None:
    """The index in `turn.corrections` that belongs to this change; None if there is none."""
    return next((n for n, each in enumerate(turn.corrections) if each.change == change.uid), None)


def _changed_span(old: str, new: str) -> tuple[int, int]:
    """Start and end of the changed part of the new text, without the common prefix and the common suffix."""
    prefix = _common_prefix(old, new)
    suffix = _common_prefix(old[prefix:][::-1], new[prefix:][::-1])
    return prefix, max(len(new) - suffix, prefix + 1)


def _common_prefix(one: str, other: str) -> int:
    """The length of the common prefix."""
    differing = (index for index, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    return next(differing, min(len(one), len(other)))
