"""The day to which a known event is moved, if the statement leaves out the month or keeps the time: 改到二十三号了，时间不变."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime

from memgraph_core.language.names import name_key
from memgraph_core.language.relating.appointed import HAPPENS_ON
from memgraph_core.language.relating.bare_days import bare_day, keeps_time
from memgraph_core.plan.draft import Draft
from memgraph_core.records.extraction import ExtractedFact
from memgraph_core.records.plan import PlanningSnapshot

_MONTHS = 12


def with_days_of_events(draft: Draft, snapshot: PlanningSnapshot) -> Draft:
    """The draft in which an event that is moved to "the 23rd" is on the 23rd that is nearest to its former day."""
    said = {turn.uid: turn.said_at for turn in draft.window.turns}
    new: dict[tuple[str, str], str] = {}  # turn and day as it is stated → day
    stated: dict[str, str] = {}  # name key of an event → its last day in the draft
    for fact in draft.extraction.facts:
        if fact.type == HAPPENS_ON:
            day = _day(fact, said[fact.turn], stated.get(name_key(fact.subject)), snapshot)
            if not (fact.ended or fact.denied):
                stated[name_key(fact.subject)] = day
            if day != fact.object:
                new[fact.turn, fact.object] = day
    if not new:
        return draft
    extraction = replace(
        draft.extraction,
        facts=tuple(replace(f, object=new.get((f.turn, f.object), f.object)) for f in draft.extraction.facts),
        mentions=tuple(replace(m, name=new.get((m.turn, m.name), m.name)) for m in draft.extraction.mentions),
    )
    return replace(draft, extraction=extraction)


def _day(
    fact: ExtractedFact, said_at: datetime | None, stated: str | None, snapshot: PlanningSnapshot
) -> str:
    """The day of an event as ISO text, with the month and the time of its former day if the statement leaves them out.

    `stated` is the last day of the event in the draft.
    """
    known = _known_days(fact, snapshot) if stated is None else (stated,)
    earliest = said_at.date().isoformat() if said_at else ""
    former = max((day for day in known if _is_day(day) and day >= earliest), default="")
    day, _, time = fact.object.partition(" ")
    if not former or not _is_day(day):
        return fact.object  # a month, or several days
    before, _, former_time = former.partition(" ")
    number = bare_day(fact.text)
    if number is not None and said_at is not None:
        nearest = _nearest(number, date.fromisoformat(before), said_at.date())
        day = nearest.isoformat() if nearest else day
    time = time or (former_time if keeps_time(fact.text) else "")
    return f"{day} {time}".strip()


def _known_days(fact: ExtractedFact, snapshot: PlanningSnapshot) -> Iterator[str]:
    """The days on which the event is known to be."""
    events = {entity.uid for entity in snapshot.entities.get(name_key(fact.subject), ())}
    for known in snapshot.facts:
        if known.subject in events and known.type == HAPPENS_ON and known.holds_until is None:
            yield snapshot.object_names.get(known.object, "")


def _is_day(text: str) -> bool:
    return len(text.partition(" ")[0]) == len("2026-01-01")


def _nearest(number: int, former: date, earliest: date) -> date | None:
    """The day of the month with this number that is nearest to a day."""
    days: list[date] = []
    for shift in (-1, 0, 1):
        years, month = divmod(former.month - 1 + shift, _MONTHS)
        try:
            days.append(date(former.year + years, month + 1, number))
        except ValueError:  # the month has fewer days
            continue
    return min((day for day in days if day >= earliest), key=lambda day: abs(day - former), default=None)
