"""Finds the plans whose date a statement moves or cancels: 打算10月1号开张 for 开业改到15号."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from memgraph_core.language.pack import language_of
from memgraph_core.language.relating.date_changes import CANCELLED, RESCHEDULED, has_words
from memgraph_core.language.times import times_in
from memgraph_core.language.vocabulary import relation_of
from memgraph_core.records.extraction import ExtractedEnd
from memgraph_core.records.graph import Fact

CHANGES_OF_DATES = frozenset([RESCHEDULED, CANCELLED])
_ANY_TIME = datetime(2000, 1, 3, tzinfo=UTC)


def facts_rescheduled(
    end: ExtractedEnd, subject: str, known: Iterable[Fact], names: Mapping[str, str]
) -> list[Fact]:
    """The current plans of the subject that are about the words of the end; if it only gives another date, those with a date.

    The words are in the plan, or else in the text that states it. `names` is the name of each uid.
    """
    words = end.object.split()
    held = [
        fact
        for fact in known
        if fact.subject == subject
        and fact.type in relation_of(end.type).ends
        and fact.holds_until is None
        and not fact.never_held
    ]
    named = [fact for fact in held if has_words(names.get(fact.object, ""), words)]
    meant = named or [fact for fact in held if has_words(fact.text, words)]
    if end.type == CANCELLED:
        return meant
    return [fact for fact in meant if _has_date(names.get(fact.object, ""))]


def _has_date(text: str) -> bool:
    return any(span.kind in ("date", "until") for span in times_in(text, _ANY_TIME, language_of(text)))
