"""Facts and decisions as text for people: names instead of uids, before and after, and the reason."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from rich.console import RenderableType

from memgraph_core.cli.printing import counted, day_of, listing, plain
from memgraph_core.language.scripts import one_line
from memgraph_core.records.changes import Change
from memgraph_core.records.graph import Fact
from memgraph_core.records.inspect import GraphDiff, NamedFact

if TYPE_CHECKING:
    from memgraph_core.plan.corrections import Updated

_PARTS = ("began", "ended", "corrected")
_DECISIONS = ("conflicts", "merged", "revised", "undone", "forgotten")


def facts(found: Iterable[NamedFact]) -> RenderableType:
    """A table of facts, newest first, with their validity intervals."""
    table = listing("fact", "from", "until", "said as")
    for fact in found:
        table.add_row(plain(fact.triple), _start(fact), _end(fact), plain(fact.text, "dim"))
    return table


def _start(fact: Fact) -> str:
    """The day from which it holds, or the day on which it was said if no start was stated."""
    day = day_of(fact.holds_from)
    return f"said {day}" if day and not fact.has_stated_start else day


def _end(fact: Fact) -> str:
    if fact.never_held:
        return "never: corrected"
    return fact.last_day or ("contradicted" if fact.conflicts else "")


def diff_lines(found: GraphDiff, names: Mapping[str, str]) -> list[str]:
    """One line per fact and per decision, grouped by what happened to it."""
    lines: list[str] = []
    for part in _PARTS:
        for fact in getattr(found, part):
            days = {"began": day_of(fact.holds_from), "corrected": day_of(fact.retired_at)}
            date = days.get(part, fact.last_day)
            lines.append(f"{part:<10} {date}  {one_line(names.get(fact.uid, fact.text))}")
    for part in _DECISIONS:
        for change in getattr(found, part):
            lines.append(
                f"{part:<10} {day_of(change.at)}  {_about(change, names)}: {one_line(change.reason)}"
            )
    return lines


def changes(found: Iterable[Change], names: Mapping[str, str]) -> str:
    """The lines of several decisions."""
    return "\n".join(line for change in found for line in change_lines(change, names))


def change_lines(change: Change, names: Mapping[str, str]) -> list[str]:
    """A decision: its uid, kind and subject; then the states before and after, and the reason."""
    head = f"{change.uid}  {day_of(change.at)}  {change.kind} by {change.by}: {_about(change, names)}"
    before, after = change.before.values, change.after.values
    moved = [
        f"{key.replace('_', ' ')}: {_named(before.get(key), names)} → {_named(after.get(key), names)}"
        for key in ("holds_until", "into", "space", "text", *(("count",) if change.about.note else ()))
        if key in before or key in after
    ]
    if newer := change.after.by:
        moved.append(f"superseded by {_named(newer, names)}")
    return [head, f"    {'; '.join([*moved, one_line(change.reason)])}"]


def updated_lines(found: "Updated") -> list[str]:
    """A correction: the new and the old text, what was derived and deleted, and the command that undoes it."""
    if found.change is None:
        return [f"Turn {one_line(found.turn)} has this text already; nothing was changed."]
    deleted = [
        counted(len(uids), what, several)
        for uids, what, several in (
            (found.removed.notes, "note", None),
            (found.removed.facts, "fact", None),
            (found.removed.entities, "entity", "entities"),
        )
        if uids
    ]
    facts = sum(len(turn.facts) for turn in found.receipt.turns)
    lines = [
        f"Turn {one_line(found.turn)} now reads: {one_line(found.after)}",
        f"    instead of: {one_line(found.before)}",
        f"    derived again: {counted(found.receipt.notes, 'note')}, {counted(facts, 'fact')}",
    ]
    lines += [f"    deleted with the old text: {', '.join(deleted)}"] if deleted else []
    lines += [f"    {counted(found.receipt.pending, 'turn')} pending"] if found.receipt.pending else []
    return [*lines, f"To undo it: memgraph-core undo {found.change}"]


def _about(change: Change, names: Mapping[str, str]) -> str:
    about = change.about
    if about.items:
        return counted(len(about.items), "item")
    if about.turns or (about.count is not None and about.note is None):
        return counted(len(about.turns) or about.count or 0, "turn")
    uid = about.fact or about.entity or about.note or about.turn or about.change
    if uid is None and about.facts:
        return " / ".join(_named(fact, names) for fact in about.facts)
    return _named(uid or about.space, names)


def _named(value: object, names: Mapping[str, str]) -> str:
    if value is None:
        return "–"
    text = str(value)
    return one_line(names.get(text, text.removesuffix("T00:00:00+00:00")))
