"""Measures how often a time found in an evidence turn agrees with the gold answer of a temporal question.

    python benchmarks/language/times.py CASES [--failures] [--speed]

CASES: one conversation a line, `{"turns": [{"id", "time", "text"}], "questions": [{"category", "text", "answer",
"evidence": [turn ids]}]}`. It counts the questions of the category `temporal` whose answer can be parsed as a time.
"explicit": a date that `times_in` finds in an evidence turn agrees. "event": that, or the `event_time` of one of its
sentences agrees, which may continue the time that the speaker mentioned before, or be the day of the turn. Agreement
means inside the gold interval, or an overlap of at least half of the union; a night belongs to the day on which it begins.
"The week before" a day is the seven days before it or the previous calendar week. The halves of the file (by line) are
counted separately. `--failures` shows failures of the first half only, so that the second half remains unseen. The
project contains no such data.
"""

import argparse
import json
import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from memgraph_core.language.en.tenses import goes_on
from memgraph_core.language.pack import language_of
from memgraph_core.language.sentences import is_question, sentences_of
from memgraph_core.language.times import EventTime, event_time, time_to_go_on, times_in
from memgraph_core.language.timing.intervals import (
    Interval,
    day,
    month,
    nth_of,
    season,
    third,
    week,
    weekday,
    weekend,
    year,
)

MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
NUMBERS = {"two": 2, "three": 3, "a": 1, "one": 1, "few": 3}
DATE = re.compile(
    r"(?:(?P<d>\d{1,2})(?:st|nd|rd|th)? )?(?P<m>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[.,]?"
    r"(?: ?(?P<d2>\d{1,2})(?:st|nd|rd|th)?(?:(?:-| to )(?P<d3>\d{1,2}))?)?,? ?(?P<y>\d{4})"
)
BEFORE = re.compile(
    r"(?:(?P<n>a|one|two|three|few) )?(?P<u>days|weekends?|weeks?|mon|tue|wed|thu|fri|sat|sun)[a-z]* (?P<w>before|after|of) "
)
SPAN = timedelta(days=1)
NOW = datetime(2024, 1, 1, tzinfo=UTC)  # only its time zone is used


def gold_of(answer: str) -> list[Interval]:
    """The intervals that an answer accepts; empty if it is not a time."""
    text = " ".join(answer.lower().split())
    if "`" in text:  # a number that lost a digit
        return []
    if found := DATE.search(text):
        return _dated(text, found)
    if found := re.search(r"(spring|summer|fall|winter) (?:of )?(\d{4})", text):
        return [season(NOW, int(found[2]), found[1].replace("fall", "autumn"))]
    if found := re.fullmatch(r"(?:in |since |around )?((?:19|20)\d\d)\.?", text):
        return [year(NOW, int(found[1]))]
    return []


def _dated(text: str, found: re.Match[str]) -> list[Interval]:
    number, days = MONTHS.index(found["m"]) + 1, found["d"] or found["d2"]
    whole = month(NOW, int(found["y"]), number)
    before = text[: found.start()]
    if days is None:
        return [_part(whole, before)]
    first = day(whole.start, int(days) - 1)
    if found["d3"]:
        return [Interval(first.start, day(whole.start, int(found["d3"]) - 1).end, "day")]
    offset = BEFORE.search(before)
    return _with_offset(first, offset) if offset else [first]


def _part(whole: Interval, before: str) -> Interval:
    if found := re.search(r"(first|last|second) (week|weekend) of", before):
        return nth_of(whole, found[2], {"first": 1, "second": 2, "last": -1}[found[1]])
    name = next(
        (
            n
            for n, sign in (("early", "early"), ("mid", "mid"), ("late", "end"), ("late", "late"))
            if sign in before
        ),
        None,
    )
    return third(whole, name) if name else whole


def _with_offset(first: Interval, offset: re.Match[str]) -> list[Interval]:
    unit, count = offset["u"], NUMBERS[offset["n"] or "one"]
    if offset["w"] == "of":
        return [week(first.start), Interval(first.start, first.start + 7 * SPAN, "week")]
    if offset["w"] == "after" and unit in WEEKDAYS:
        return [day(first.start, (WEEKDAYS.index(unit) - first.start.weekday()) % 7 or 7)]
    if unit in WEEKDAYS:
        return [weekday(first.start, WEEKDAYS.index(unit), -count)]
    if unit.startswith("weekend"):
        return [weekend(weekday(first.start, 5, -count).start)]
    if unit == "days":
        return [Interval(first.start - 5 * SPAN, first.start, "day")]
    rolling = Interval(first.start - 7 * count * SPAN, first.start - 7 * (count - 1) * SPAN, "week")
    return [rolling, week(first.start, -count)]


def agrees(start: datetime | None, end: datetime | None, grain: str, accepted: list[Interval]) -> bool:
    """Whether an interval agrees with an accepted one; of an open interval, its known end."""
    if start is None or end is None:
        if (edge := start or end) is None:
            return False
        start, end = (edge, edge + SPAN) if grain not in ("month", "year") else _unit(edge, grain)
    for gold in accepted:
        common = min(end, gold.end) - max(start, gold.start)
        together = max(end, gold.end) - min(start, gold.start)
        if gold.start <= start and (end <= gold.end or (end - start <= SPAN / 2 and start < gold.end)):
            return True
        if common > timedelta() and common / together >= 0.5:
            return True
    return False


def _unit(edge: datetime, grain: str) -> tuple[datetime, datetime]:
    whole = month(edge, edge.year, edge.month) if grain == "month" else year(edge, edge.year)
    return whole.start, whole.end


def judged(case: dict) -> Iterator[tuple[dict, bool, bool, list[str]]]:
    """Each temporal question with a parsable answer: whether explicit and event times agree, and what was found."""
    turns = {turn["id"]: turn for turn in case["turns"]}
    for question in case["questions"]:
        accepted = gold_of(str(question["answer"])) if question["category"] == "temporal" else []
        if not accepted:
            continue
        evidence = [turns[uid] for uid in question["evidence"] if uid in turns]
        spans = [span for turn in evidence for span in _spans(turn, turn["text"])]
        explicit = any(
            agrees(s.start, s.end, s.grain, accepted) for s in spans if s.kind in ("date", "since", "until")
        )
        event = explicit or any(_event_agrees(turn, _earlier(turns, turn), accepted) for turn in evidence)
        yield (
            question,
            explicit,
            event,
            [f"{t['time'][:10]} {t['text'][:300]}" for t in evidence] + [str(s) for s in spans],
        )


def _spans(turn: dict, text: str) -> list:
    return times_in(text, _said_at(turn), language_of(text))


def _event_agrees(turn: dict, earlier: dict | None, accepted: list[Interval]) -> bool:
    language = language_of(turn["text"])
    continued = list(_events(earlier, None))[-1:] if earlier and goes_on(turn["text"], language) else []
    events = _events(turn, continued[0][1] if continued else None)
    return any(found and agrees(found.start, found.end, found.grain, accepted) for found, _ in events)


def _events(turn: dict, continued: EventTime | None) -> Iterator[tuple[EventTime | None, EventTime | None]]:
    """The time of each sentence of a turn, and the time that the next sentence may continue."""
    said_at = _said_at(turn)
    for sentence in sentences_of(turn["text"]):
        spans, language = _spans(turn, sentence), language_of(sentence)
        found = event_time(spans, said_at, sentence, language, continued)
        if spans or not is_question(sentence):
            continued = time_to_go_on(spans, found, continued, said_at)
        yield found, continued


def _earlier(turns: dict[str, dict], turn: dict) -> dict | None:
    """The latest of the two turns before with the same speaker and the same day."""
    uids = list(turns)
    index = uids.index(turn["id"])
    before = (turns[uid] for uid in reversed(uids[max(index - 2, 0) : index]))
    return next(
        (t for t in before if t["speaker"] == turn["speaker"] and t["time"][:10] == turn["time"][:10]), None
    )


def _said_at(turn: dict) -> datetime:
    return datetime.fromisoformat(turn["time"]).replace(tzinfo=UTC)


def _speed(cases: list[dict]) -> None:
    turns = [turn for case in cases for turn in case["turns"]]
    moments = [_said_at(turn) for turn in turns]
    started = time.process_time()
    found = sum(
        len(times_in(t["text"], at, language_of(t["text"]))) for t, at in zip(turns, moments, strict=True)
    )
    spent = time.process_time() - started
    print(f"{len(turns)} turns, {found} times, {1000 * spent / len(turns):.3f} ms CPU per turn")


def main() -> None:
    """Print both shares for each half of the file and for all."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("cases", type=Path)
    parser.add_argument("--failures", action="store_true")
    parser.add_argument("--speed", action="store_true")
    options = parser.parse_args()
    cases = [json.loads(line) for line in options.cases.read_text(encoding="utf-8").splitlines()]
    if options.speed:
        _speed(cases)
    middle = (len(cases) + 1) // 2
    whole = [0, 0, 0]
    for name, half in (("first half", cases[:middle]), ("second half", cases[middle:])):
        counts = [0, 0, 0]
        for question, explicit, event, found in (one for case in half for one in judged(case)):
            counts = [counts[0] + 1, counts[1] + explicit, counts[2] + event]
            if options.failures and not explicit and name == "first half":
                print(
                    "event " if event else "MISS  ",
                    question["text"],
                    "|",
                    question["answer"],
                    *found,
                    sep="\n    ",
                )
        whole = [a + b for a, b in zip(whole, counts, strict=True)]
        _report(name, counts)
    _report("all", whole)


def _report(name: str, counts: list[int]) -> None:
    total = max(counts[0], 1)
    print(f"{name}: {counts[0]} questions, explicit {counts[1] / total:.1%}, event {counts[2] / total:.1%}")


if __name__ == "__main__":
    main()
