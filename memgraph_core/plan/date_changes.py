"""Finds the plans whose date a statement moves or cancels: 打算10月1号开张 for 开业改到15号."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from memgraph_core.language.names import name_key
from memgraph_core.language.pack import language_of
from memgraph_core.language.relating.appointed import HAPPENS_ON
from memgraph_core.language.relating.date_changes import (
    CANCELLED,
    COURSE_ENDED,
    DAY_REPLACED,
    RESCHEDULED,
)
from memgraph_core.language.relating.same_words import has_words
from memgraph_core.language.times import times_in
from memgraph_core.language.vocabulary import relation_of
from memgraph_core.records.extraction import ExtractedEnd, ExtractedFact
from memgraph_core.records.graph import Fact

_JOURNEYS = frozenset(
    ["trip", "holiday", "vacation", "visit", "tour", "excursion", "flight", "flights", "getaway"]
)
_ANY_TIME = datetime(2000, 1, 3, tzinfo=UTC)


def facts_rescheduled(
    end: ExtractedEnd, subject: str, known: Iterable[Fact], names: Mapping[str, str]
) -> list[Fact]:
    """The current plans that an end means; if it only gives another date, those with a date in their words.

    `names` is the name of each uid.
    """
    meant = _plans_meant(end, subject, known, names)
    return (
        meant
        if end.type in (CANCELLED, COURSE_ENDED)
        else [fact for fact in meant if _has_date(names.get(fact.object, ""))]
    )


def plans_moved(
    end: ExtractedEnd, subject: str, known: Iterable[Fact], names: Mapping[str, str]
) -> list[Fact]:
    """The current plans to which an end gives another date, without a date in their words."""
    if end.type != RESCHEDULED:
        return []
    meant = _plans_meant(end, subject, known, names)
    return [fact for fact in meant if not _has_date(names.get(fact.object, ""))]


def _plans_meant(
    end: ExtractedEnd, subject: str, known: Iterable[Fact], names: Mapping[str, str]
) -> list[Fact]:
    """The current plans that are about the words of an end: those of the subject, or else of somebody whom the words name.

    The words are in the plan, or else in the text that states it.
    """
    words = end.object.split()
    short = words[:-1] if words and words[-1] in _JOURNEYS else words  # "our Crete trip" for a visit to Crete
    current = [fact for fact in known if fact.type in relation_of(end.type).ends and fact.holds_until is None]
    others = [fact for fact in current if name_key(names.get(fact.subject, "")) in words]
    for plans in ([fact for fact in current if fact.subject == subject], others):
        named = [fact for fact in plans if has_words(names.get(fact.object, ""), short)]
        if meant := named or [
            fact for fact in plans if has_words(f"{names.get(fact.subject, '')} {fact.text}", words)
        ]:
            return meant
    return []


def _has_date(text: str) -> bool:
    return any(span.kind in ("date", "until") for span in times_in(text, _ANY_TIME, language_of(text)))


def is_same_event(end: ExtractedEnd, event: Fact, facts: Iterable[ExtractedFact]) -> bool:
    """Whether a sentence that gives another day to the event of a former day can mean it: it names no other event.

    Names are compared by the words of the two texts, which also have the speaker.
    """
    words, speaker = set(name_key(event.text).split()), name_key(end.subject).split()
    for fact in facts:
        named = set(name_key(fact.subject).split()) & set(name_key(fact.text).split()) - {*speaker, "s"}
        if is_new_day(fact, end) and named and not named & words:
            return False
    return True


def is_new_day(fact: ExtractedFact, end: ExtractedEnd) -> bool:
    """Whether a fact gives the new day of an end to an event."""
    return (
        end.type == DAY_REPLACED
        and (fact.turn, fact.type) == (end.turn, HAPPENS_ON)
        and fact.object.startswith(end.replacement)
    )
