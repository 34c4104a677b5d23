"""How many names, numbers and dates of their notes the stored summaries of sessions, days and weeks contain."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from memgraph_core.engine.listing import notes_listed
from memgraph_core.memory import Memory
from memgraph_core.records.graph import Fact, Note
from memgraph_core.records.grouping import grouped
from memgraph_core.records.inspect import EntityQuery
from memgraph_core.records.listing import ListQuery
from memgraph_core.records.search import UNLIMITED, Filters
from memgraph_core.records.summaries import SpanKind

_NUMBER = re.compile(r"\d[\d.,:/-]*\d|\d")
_ISO_DAY = re.compile(r"\d{4}-\d\d-\d\d ")


@dataclass(slots=True)
class _Count:
    kept: int = 0
    total: int = 0

    def add(self, values: Iterable[bool]) -> None:
        for value in values:
            self.kept += value
            self.total += 1

    @property
    def share(self) -> float:
        return round(self.kept / self.total, 3) if self.total else 1.0


def measure(memory: Memory) -> dict[str, dict[str, float]]:
    """Consolidate, and compare each stored summary with the notes that it quotes and with their facts, by kind of span.

    The shares, from 0 to 1: `names` of the subjects and objects of these facts, and `numbers` of these notes, that are in the
    summary; `dates`: quoted notes with a time whose line has the day on which they were said; `sources`: lines with uids of turns;
    `coverage`: mean coverage of all notes of the span.
    """
    memory.consolidate()
    summaries = notes_listed(memory.store, ListQuery(of="summary", filters=Filters(), limit=UNLIMITED))
    facts = _facts_by_note(memory)
    names = {entity.uid: entity.name for entity in memory.store.entities(EntityQuery(limit=UNLIMITED))}
    scores: dict[str, dict[str, float]] = {}
    for kind in get_args(SpanKind):
        of_kind = [summary for summary in summaries if kind in summary.tags]
        if of_kind:
            scores[kind] = _scores(memory, of_kind, facts, names)
    return scores


def _scores(
    memory: Memory, summaries: Sequence[Note], facts: Mapping[str, Sequence[Fact]], names: Mapping[str, str]
) -> dict[str, float]:
    counts = {name: _Count() for name in ("names", "numbers", "dates", "sources")}
    for summary in summaries:
        text = summary.text.casefold()
        quoted = memory.instances(summary.uid)
        ends = [
            uid for note in quoted for fact in facts.get(note.uid, ()) for uid in (fact.subject, fact.object)
        ]
        counts["names"].add(names[uid].casefold() in text for uid in ends if uid in names)
        counts["numbers"].add(number in text for note in quoted for number in _NUMBER.findall(note.text))
        lines = summary.text.splitlines()
        if any(note.said_at for note in quoted):
            counts["dates"].add(_ISO_DAY.match(line) is not None for line in lines)
        counts["sources"].add("[" in line for line in lines)
    coverage = sum(summary.confidence for summary in summaries) / len(summaries)
    return {
        "summaries": len(summaries),
        **{name: count.share for name, count in counts.items()},
        "coverage": round(coverage, 3),
    }


def _facts_by_note(memory: Memory) -> Mapping[str, Sequence[Fact]]:
    return grouped((note, fact) for fact in memory.store.facts(None, UNLIMITED) for note in fact.notes)
