"""What putting words right does: which words of a turn a note stands for, how the turn reads then, what is recorded of it.

A correction changes what is read, never what was said. Its words lie with the turn; its record has uids only.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from memgraph_core.errors import InvalidInput
from memgraph_core.language.scripts import language_of
from memgraph_core.language.sentences import statements_of
from memgraph_core.language.terms import terms_of
from memgraph_core.plan.receipts import Receipt
from memgraph_core.records.forget import Forgotten, TurnCorrection
from memgraph_core.records.graph import Change, Correction, Note, Turn, uid_of
from memgraph_core.records.validation import checked_text
from memgraph_core.turns.content import turn_terms

UPDATE = "update"
_ASKED = "asked to correct"
_LONGEST = 8  # statements of a turn that one note may stand for
_LEAST = 0.3  # of the words of a note and of what it may stand for, that are shared
_MARKS = ".!?。！？…"


@dataclass(frozen=True, slots=True, kw_only=True)
class Updated:
    """What a correction did: how the turn read and reads, what went for good, and what is derived now.

    `gone` tells of what nothing supports any more; what was derived again is not in it.
    """

    turn: str  # uid
    before: str
    after: str
    change: str | None = None  # uid, for `undo`; None: it read so already, and nothing was done
    gone: Forgotten = field(default_factory=Forgotten)
    receipt: Receipt = field(default_factory=Receipt)


def correcting_of(
    turn: Turn, text: str, namespace: str, at: datetime, *, note: str | None, reason: str, undoes: str = ""
) -> TurnCorrection:
    """That the turn reads as this text from now on; `undoes` is the change that is taken back by it."""
    number = len(turn.corrections)
    told = {"turn": turn.uid, "note": note, "number": number}
    change = Change(
        uid=uid_of(namespace, UPDATE, turn.uid, number, at.isoformat()),
        kind=UPDATE,
        by="user",
        at=at,
        reason=_ASKED,
        before=json.dumps({**told, "change": undoes} if undoes else told),
        after=json.dumps({**told, "number": number + 1}),
    )
    correction = Correction(change=change.uid, at=at, before=turn.text, note=note, reason=reason)
    terms = " ".join(turn_terms(replace(turn, text=text)))
    return TurnCorrection(turn=turn.uid, text=text, terms=terms, correction=correction, change=change)


def corrected_text(turn: Turn, note: Note | None, text: str) -> str:
    """How the turn reads with the words that the note stands for replaced by this text; without a note the text itself.

    Raises InvalidInput for a blank text, and where it cannot be told which words the note stands for.
    """
    new = checked_text(_own_words(turn, text), "the corrected text").strip()
    if note is None:
        return new
    start, end = span_of(turn, note)
    old = turn.text[start:end]
    if old[-1] in _MARKS and new[-1] not in _MARKS and end < len(turn.text):
        new += old[-1]
    return checked_text(turn.text[:start] + new + turn.text[end:], "the corrected turn")


def span_of(turn: Turn, note: Note) -> tuple[int, int]:
    """Which words of its turn a note stands for: the statements in a row that share most of their words with it.

    Notes write names in place of pronouns, so the words need not be the same. The whole text where it is one statement;
    the first of equals. Raises InvalidInput when no statement shares enough.
    """
    statements = statements_of(turn.text, language_of(turn.text))
    if len(statements) < 2:
        return 0, len(turn.text)
    words = [frozenset(terms_of(statement.text)) for statement in statements]
    wanted = frozenset(terms_of(_own_words(turn, note.text)))
    best, span = 0.0, (0, 0)
    for first in range(len(statements)):
        held: frozenset[str] = frozenset()
        for last in range(first, min(first + _LONGEST, len(statements))):
            held |= words[last]
            shared = 2 * len(held & wanted) / (len(held) + len(wanted) or 1)
            if shared > best:
                best, span = shared, (statements[first].start, statements[last].end)
    if best < _LEAST:
        raise InvalidInput(
            f"nobody can tell which words of turn {turn.uid!r} the note {note.uid!r} stands for. Give the uid of the turn, "
            "and its whole text as it should be."
        )
    return span


def waiting_for(turns: Iterable[Turn], note: str) -> tuple[Turn, Note] | None:
    """Of turns that wait to be derived again the one in which somebody has just put the note of this uid right, with the
    note as it will be: the statements that hold what was changed last.
    """
    for turn in turns:
        places = [place for place, each in enumerate(turn.corrections) if each.note == note]
        if places:
            old, new = turn.all_texts[places[-1]], turn.all_texts[places[-1] + 1]
            start, end = _changed(old, new)
            said = statements_of(new, language_of(new))
            words = " ".join(each.text for each in said if each.start < end and start < each.end)
            return turn, Note(uid=note, text=words or new, turns=(turn.uid,))
    return None


def in_words(changes: Iterable[Change], turns: Mapping[str, Turn]) -> tuple[Change, ...]:
    """The changes; corrections with the words before and after, and the reason, which lie with the turns."""
    return tuple(_in_words(each, turns) if each.kind == UPDATE else each for each in changes)


def turn_of(change: Change) -> str:
    """The uid of the turn that a correction is about."""
    return str(json.loads(change.before)["turn"])


def _in_words(change: Change, turns: Mapping[str, Turn]) -> Change:
    turn = turns.get(turn_of(change))
    place = place_of(change, turn) if turn else None
    if turn is None or place is None:
        return change
    before, after = (json.loads(side) for side in (change.before, change.after))
    return replace(
        change,
        reason=turn.corrections[place].reason or change.reason,
        before=json.dumps({**before, "text": turn.all_texts[place]}, ensure_ascii=False),
        after=json.dumps({**after, "text": turn.all_texts[place + 1]}, ensure_ascii=False),
    )


def place_of(change: Change, turn: Turn) -> int | None:
    """Which of the corrections of the turn this change tells of."""
    return next((n for n, each in enumerate(turn.corrections) if each.change == change.uid), None)


def _changed(old: str, new: str) -> tuple[int, int]:
    """Where the new text differs from the old one: behind what they begin with, before what they end with alike."""
    alike = _shared(old, new)
    behind = _shared(old[alike:][::-1], new[alike:][::-1])
    return alike, max(len(new) - behind, alike + 1)


def _shared(one: str, other: str) -> int:
    """How many letters two texts begin with alike."""
    differing = (place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    return next(differing, min(len(one), len(other)))


def _own_words(turn: Turn, text: str) -> str:
    """Without the name that a note puts before what somebody said."""
    return text.strip().removeprefix(f"{turn.speaker}:").strip() if turn.speaker else text
