"""Which instances an abstraction represents fully, so that a search need not return them beside it."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from memgraph_core.config import RetentionSettings
from memgraph_core.consolidate.abstractions import Draft
from memgraph_core.consolidate.material import Material
from memgraph_core.language.terms import terms_of
from memgraph_core.records.graph import Note
from memgraph_core.retrieve.retention import retention_of, unused_retention

_MORE_KEYWORDS = 1  # of a note, beyond those of the abstraction
# A time of day has a mark: minutes, am, o'clock, 点, or "at" before it and a part of the day or nothing after it.
_CLOCK = re.compile(
    r"\b\d{1,2}[:：]\d\d(?:\s?[ap]\.?m\b)?|\b\d{1,2}\s?(?:[ap]\.?m\b|o'clock)|\d{1,2}[点时](?:\d{1,2}分?|半)?"
    r"|\b(?:at|around|about) \d{1,2}(?= (?:this|in the|today|tonight|yesterday)\b)|\bat \d{1,2}(?=\s*(?:[.,;!?]|$)(?!\d))",
    re.IGNORECASE,
)


def archivable(
    draft: Draft, text: str, material: Material, retention: RetentionSettings, now: datetime
) -> tuple[str, ...]:
    """The faded instances that add nothing to the abstraction, in their order.

    An instance that names somebody or something else, or a number that is no time of day, is not archived.
    """
    if draft.kind != "habit":
        return ()
    known, terms = {draft.subject, *draft.about}, frozenset(terms_of(text))
    return tuple(
        uid
        for uid in draft.instances
        if _has_faded(material.notes[uid], material.used_at.get(uid, ()), retention, now)
        and known.issuperset(material.about[uid])
        and adds_nothing(material.notes[uid], terms, material)
    )


def adds_nothing(note: Note, terms: frozenset[str], material: Material) -> bool:
    """Whether an instance has no number other than a time of day, and at most one keyword that lacks these terms."""
    if any(character.isdigit() for character in _CLOCK.sub(" ", material.statement(note))):
        return False
    return sum(not terms.issuperset(terms_of(keyword)) for keyword in note.keywords) <= _MORE_KEYWORDS


def _has_faded(note: Note, used_at: Sequence[datetime], retention: RetentionSettings, now: datetime) -> bool:
    """Whether the retention of a note is as low as that of an unused one of `archive_after` days."""
    if note.said_at is None or note.kind in retention.never_fade:
        return False
    faded = unused_retention(timedelta(days=retention.archive_after), retention.curve)
    return retention_of(note.uid, note.said_at, used_at, now, retention.curve).retention <= faded
