"""Which instances an abstraction represents fully, so that a search need not return them beside it."""

import re
from datetime import datetime, timedelta

from memgraph_core.consolidate.abstractions import Draft
from memgraph_core.consolidate.material import Material, statement_of
from memgraph_core.language.terms import terms_of
from memgraph_core.records.graph import Note

AGE = timedelta(days=30)  # of an instance, before it is archived
_MORE_KEYWORDS = 1  # of a note, beyond those of the abstraction
# A time of day has a mark: minutes, am, o'clock, 点, or "at" before it and a part of the day or nothing after it.
_CLOCK = re.compile(
    r"\b\d{1,2}[:：]\d\d(?:\s?[ap]\.?m\b)?|\b\d{1,2}\s?(?:[ap]\.?m\b|o'clock)|\d{1,2}[点时](?:\d{1,2}分?|半)?"
    r"|\b(?:at|around|about) \d{1,2}(?= (?:this|in the|today|tonight|yesterday)\b)|\bat \d{1,2}(?=\s*(?:[.,;!?]|$)(?!\d))",
    re.IGNORECASE,
)


def archivable(draft: Draft, text: str, material: Material, now: datetime) -> tuple[str, ...]:
    """The instances that say nothing that the abstraction does not say, and are old enough; in their order.

    An instance that names somebody or something else, or a number that is no time of day, is not archived.
    """
    if draft.kind != "habit":
        return ()
    known, terms = {draft.subject, *draft.about}, frozenset(terms_of(text))
    return tuple(
        uid
        for uid in draft.instances
        if _is_old(material.notes[uid], now)
        and known.issuperset(material.about[uid])
        and _adds_nothing(material.notes[uid], terms, material)
    )


def _is_old(note: Note, now: datetime) -> bool:
    return note.said_at is not None and now - note.said_at >= AGE


def _adds_nothing(note: Note, terms: frozenset[str], material: Material) -> bool:
    speaker = material.entities.get(material.speakers.get(note.uid, ""))
    if any(
        character.isdigit()
        for character in _CLOCK.sub(" ", statement_of(note, speaker.name if speaker else None))
    ):
        return False
    return sum(not terms.issuperset(terms_of(keyword)) for keyword in note.keywords) <= _MORE_KEYWORDS
