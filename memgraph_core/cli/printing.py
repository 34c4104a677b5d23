"""Records as JSON, and as tables, trees and lines for people. Memory text is data: no markup, no control characters."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import is_dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, cast

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from memgraph_core.language.scripts import one_line
from memgraph_core.plan.receipts import Receipt
from memgraph_core.records.changes import ChangeState
from memgraph_core.records.forget import Forgotten, LeftReason
from memgraph_core.records.graph import Call, Entity, Fact, Link, Revision, Turn
from memgraph_core.records.grouping import grouped
from memgraph_core.records.inspect import Day, NoteHistory, Stats, StreamItem
from memgraph_core.records.kinds import AGENT_GENERATED
from memgraph_core.records.log import CallTotals
from memgraph_core.records.representation import shown_fields
from memgraph_core.records.search import Hit, Step

if TYPE_CHECKING:
    from memgraph_core.cli.invocation import Invocation
    from memgraph_core.retrieve.entity_view import EntityView

_BAR = 40
_WHY_LEFT: Mapping[LeftReason, str] = {
    "longer word": "because the name is only a part of a longer word there",
    "other name": "because the name is a part of the name of another person there",
    "ordinary word": "because the name is probably an ordinary word there",
    "other relative": "because the word may mean a relative of somebody else there",
}
_MAX_SHOWN = 10  # uids of each kind that a receipt lists
FORGOTTEN_BEFORE = "{} forgotten before and skipped (--force adds them)"


def jsonable(value: object) -> object:
    """Convert to JSON types: records as objects, times in ISO form, sets sorted; without vectors and terms."""
    if isinstance(value, ChangeState):
        return value.values
    if is_dataclass(value) and not isinstance(value, type):
        return {name: jsonable(item) for name, item in shown_fields(value).items()}
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(key): jsonable(item) for key, item in cast(Mapping[object, object], value).items()}
    if isinstance(value, Set):
        return sorted(str(item) for item in cast(Set[object], value))
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [jsonable(item) for item in cast(Sequence[object], value)]
    return round(value, 6) if isinstance(value, float) else value


def in_json(value: object) -> str:
    """The value as an indented JSON document."""
    return json.dumps(jsonable(value), ensure_ascii=False, indent=2)


def answer(
    invocation: "Invocation", found: object, shown: Callable[[], str | RenderableType], nothing: str = ""
) -> None:
    """Print what a command has found: as JSON, or else what `shown` returns; `nothing` if the result is empty."""
    if invocation.as_json:
        typer.echo(in_json(found))
    elif not found and nothing:
        typer.echo(nothing)
    elif isinstance(text := shown(), str):
        typer.echo(text)
    else:
        show(text)


def show(shown: RenderableType) -> None:
    """Print a renderable. A listing that is piped or written to a file has one line per record, with tabs between its columns."""
    screen = console()
    if not isinstance(shown, Listing) or screen.is_terminal:
        screen.print(shown)
        return
    for line in shown.lines():
        typer.echo(line)


def console() -> Console:
    """A console on stdout that does not interpret markup or emoji codes."""
    return Console(markup=False, emoji=False, highlight=False)


def plain(text: str, style: str = "") -> Text:
    """Memory text for a terminal: one line, without control characters."""
    return Text(one_line(text), style=style)


def plain_lines(text: str) -> str:
    """The text for a prompt, without control characters."""
    return "\n".join(one_line(line) for line in text.split("\n"))


def day_of(moment: datetime | None) -> str:
    """The day as YYYY-MM-DD; empty for None."""
    return f"{moment:%Y-%m-%d}" if moment else ""


def route(path: Sequence[Step]) -> str:
    """A path as text: names of entities and relations; turns by their uids."""
    stops = [step.uid if step.label == "Turn" else step.text for step in path if step.text]
    return " → ".join(one_line(stop) for stop in stops)


class Listing(Table):
    """A table with one record per row."""

    def lines(self) -> Iterator[str]:
        """The headings, the rows and the totals, if any, as lines of text, with tabs between the cells."""
        yield "\t".join(str(column.header) for column in self.columns)
        for row in zip(*(column.cells for column in self.columns), strict=True):
            yield "\t".join(str(cell) for cell in row)
        if self.show_footer:
            yield "\t".join(str(column.footer) for column in self.columns)


def listing(*columns: str, right: Sequence[str] = ()) -> Listing:
    """A table with these columns; those in `right` are aligned to the right. See `show`."""
    table = Listing(box=SIMPLE_HEAD, pad_edge=False)
    for name in columns:
        table.add_column(name, justify="right" if name in right else "left", overflow="fold")
    return table


def hits(found: Sequence[Hit]) -> RenderableType:
    """Hits, best first: text, source, and scores."""
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right", style="dim")
    table.add_column(overflow="fold")
    for hit in found:
        table.add_row(str(hit.rank), _hit(hit))
    return table


def _hit(hit: Hit) -> Text:
    text = plain(hit.text)
    trust = f"{hit.trust}, not said by a person" if hit.trust in AGENT_GENERATED else None
    source = [day_of(hit.said_at), hit.speaker, trust, hit.session, f"[{', '.join(hit.turns)}]"]
    text.append("\n" + one_line(" · ".join(part for part in source if part)), style="cyan")
    signals = " ".join(f"{name} {value:.2f}" for name, value in hit.signals.items() if abs(value) >= 0.005)
    text.append(f"\n{hit.score:.2f} = {one_line(signals)}", style="dim")
    if len(hit.path) > 1:
        text.append(f"\n{route(hit.path)}", style="dim")
    return text


def fields(values: Mapping[str, object]) -> RenderableType:
    """Names and values, one per line; empty values are omitted."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="cyan")
    table.add_column(overflow="fold")
    for name, value in values.items():
        if value not in (None, [], {}, ""):
            table.add_row(
                name,
                plain(value if isinstance(value, str) else json.dumps(jsonable(value), ensure_ascii=False)),
            )
    return table


def entities(found: Iterable[Entity]) -> RenderableType:
    """A table of entities: mentions, first and last time, relevance."""
    table = listing(
        "entity", "type", "mentions", "first", "last", "relevance", right=("mentions", "relevance")
    )
    for e in found:
        relevance = "" if e.relevance is None else f"{e.relevance:.2f}"
        table.add_row(
            plain(e.name), e.type, str(e.mentions), day_of(e.first_at), day_of(e.last_at), relevance
        )
    return table


def stream(items: Iterable[StreamItem]) -> RenderableType:
    """A table of mentions, newest first."""
    table = listing("when", "entity", "said by", "session", "turn")
    for item in items:
        row = (item.name, item.speaker or "", item.session, item.turn)
        table.add_row(f"{item.at:%Y-%m-%d %H:%M}", *(plain(text) for text in row))
    return table


def timeline(days: Sequence[Day]) -> RenderableType:
    """Mentions per day as bars."""
    table = listing("day", "mentions", "", right=("mentions",))
    most = max((d.mentions for d in days), default=1)
    for d in days:
        table.add_row(d.day.isoformat(), str(d.mentions), "█" * max(1, round(_BAR * d.mentions / most)))
    return table


def entity_tree(view: "EntityView") -> RenderableType:
    """An entity with its facts, neighbours, newest notes and their links."""
    e = view.entity
    head = plain(e.name, "bold")
    since = f", {day_of(e.first_at)} to {day_of(e.last_at)}" if e.first_at else ""
    head.append(f"  {e.type}, mentioned in {counted(e.mentions, 'turn')}{since}", style="dim")
    tree = Tree(head)
    _branch(tree, "facts", [_fact_line(view, fact) for fact in view.facts])
    near = [plain(f"{view.names.get(uid, uid)} ({counted(count, 'note')})") for uid, count in view.neighbours]
    _branch(tree, "near", near)
    _branch(tree, "notes", [plain(f"{day_of(n.said_at)} {n.text}") for n in view.notes])
    texts = {n.uid: n.text for n in view.notes}
    links = [link for link in view.links if link.a in texts and link.b in texts]
    _branch(tree, "links", [_link_line(texts[link.a], link, texts[link.b]) for link in links])
    return tree


def history(found: NoteHistory) -> RenderableType:
    """A note with its states, oldest first, its links by uid, and the corrections of its turns."""
    tree = Tree(plain(found.note.text, "bold"))
    _branch(tree, "states", [_state_line(state) for state in found.states])
    own = found.note.uid
    links = [
        _link_line("it" if link.a == own else link.a, link, "it" if link.b == own else link.b)
        for link in found.links
    ]
    _branch(tree, "links", links)
    corrections = [
        _correction_line(turn, number) for turn in found.turns for number in range(len(turn.corrections))
    ]
    _branch(tree, "corrections", corrections)
    return tree


def _correction_line(turn: Turn, number: int) -> Text:
    before, after, correction = turn.all_texts[number], turn.all_texts[number + 1], turn.corrections[number]
    reason = f" {correction.reason}" if correction.reason else ""
    return plain(f"{before} → {after}").append(
        f"  {day_of(correction.at)} turn {turn.uid}{one_line(reason)}", style="dim"
    )


def _state_line(state: Revision) -> Text:
    words = [state.context, ", ".join(state.keywords), " ".join(f"#{tag}" for tag in state.tags)]
    by = f"turn {state.turn}" if state.turn else "first derived"
    line = plain(f"{state.number} {' · '.join(word for word in words if word) or '(no context)'}")
    return line.append(f"  {day_of(state.at)} {by}", style="dim")


def _link_line(one: str, link: Link, other: str) -> Text:
    return plain(f"{one} → {link.reason.replace('_', ' ')} → {other}")


def _fact_line(view: "EntityView", fact: Fact) -> Text:
    subject, object_ = (view.names.get(uid, uid) for uid in (fact.subject, fact.object))
    line = plain(f"{subject} {fact.type.replace('_', ' ').lower()} {object_}")
    span = " ".join(
        f"{word} {day}" for word, day in (("from", day_of(fact.holds_from)), ("until", fact.last_day)) if day
    )
    if fact.never_held:
        span = "corrected"
    return line.append(f"  {span}", style="dim") if span else line


def _branch(tree: Tree, name: str, lines: Sequence[Text]) -> None:
    if lines:
        branch = tree.add(Text(name, style="cyan"))
        for line in lines:
            branch.add(line)


def stats(found: Stats, url: str) -> RenderableType:
    """The counts of a namespace, one per line."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="cyan")
    table.add_column()
    model = f"{found.model}, {found.dimension} numbers" if found.model else "none: no vectors"
    said = f"{day_of(found.first_at)} to {day_of(found.last_at)}" if found.first_at else ""
    rows = [("store", url), ("namespace", found.namespace), ("said", said), ("embedding model", model)]
    counts = ("sessions", "turns", "pending", "skipped", "notes", "entities", "facts", "mentions", "similar")
    for name, value in [*rows, *((name, f"{getattr(found, name):,}") for name in counts)]:
        table.add_row(name, plain(str(value)))
    return table


def ledger(calls: Sequence[Call], spent: CallTotals) -> RenderableType:
    """Calls of models, newest first, and the totals of all calls in the last row."""
    numbers = ("turns", "in", "out", "s", "cost")
    table = listing("when", "model", "call", "outcome", *numbers, right=numbers)
    table.show_footer = True
    for c in calls:
        row = (f"{c.at:%Y-%m-%d %H:%M}", plain(c.model), c.kind, c.outcome, str(c.turns))
        table.add_row(*row, f"{c.tokens_in:,}", f"{c.tokens_out:,}", f"{c.seconds:.1f}", f"{c.cost:.4f}")
    totals = ("in all", "", f"{spent.calls:,}", "", "", f"{spent.tokens_in:,}", f"{spent.tokens_out:,}", "")
    for column, total in zip(table.columns, (*totals, f"{spent.cost:.4f}"), strict=True):
        column.footer = total
    return table


def receipt_line(receipt: Receipt) -> str:
    """A receipt as one line."""
    facts = sum(len(t.facts) for t in receipt.turns)
    known = sum(not t.new and t.state != "forgotten" for t in receipt.turns)
    parts = [counted(receipt.notes, "note"), counted(facts, "fact")]
    parts += [f"{known} already known"] if known else []
    parts += [f"{receipt.pending} pending"] if receipt.pending else []
    parts += [FORGOTTEN_BEFORE.format(receipt.forgotten)] if receipt.forgotten else []
    return f"{counted(len(receipt.turns), 'turn')}: {', '.join(parts)}."


def left_lines(forgotten: Forgotten) -> list[str]:
    """Where the name still is: a line for each reason why turns with its characters were kept, and one for core memory."""
    by_reason = grouped((turn.reason, turn.uid) for turn in forgotten.left)
    lines = [
        f"{counted(len(uids), 'turn')} left, {_WHY_LEFT[reason]}: {', '.join(uids)}. "
        "To forget one of them: `memgraph-core forget --turn UID`."
        for reason, uids in by_reason.items()
    ]
    if forgotten.blocks:
        lines.append(
            f"Core memory still contains the name, in {', '.join(map(one_line, forgotten.blocks))}. "
            "To delete a block with its history: `memgraph-core core forget NAME`."
        )
    return lines


def forgotten_line(forgotten: Forgotten) -> str:
    """What was forgotten, and what is kept because other turns support it."""
    removed = (
        counted(len(forgotten.turns), "turn"),
        counted(len(forgotten.notes), "note"),
        counted(len(forgotten.facts), "fact"),
        counted(len(forgotten.entities), "entity", "entities"),
    )
    kept = [
        f"{counted(len(rows), what)} {why}"
        for rows, what, why in (
            (forgotten.kept_notes, "note", "kept: other turns support them"),
            (forgotten.kept_facts, "fact", "kept: other notes support them"),
            (forgotten.restored_facts, "fact", "hold again"),
        )
        if rows
    ]
    lines = ["; ".join([f"Forgotten: {', '.join(removed)}", *kept]) + ".", *left_lines(forgotten)]
    if not forgotten.erased:
        lines.append(
            "    The files of the server contain the deleted bytes until their space is reused: see 'Erase the files of a server' "
            "in docs/how-to/correct-and-forget.md."
        )
    named = (("note", forgotten.notes), ("fact", forgotten.facts), ("entity", forgotten.entities))
    lines += [f"    {what} {uid}" for what, uids in named for uid in uids[:_MAX_SHOWN]]
    retained = (("note", forgotten.kept_notes), ("fact", forgotten.kept_facts))
    lines += [
        f"    kept: {what} {each.uid}, of {', '.join(one_line(turn) for turn in each.turns[:_MAX_SHOWN])}"
        for what, rows in retained
        for each in rows[:_MAX_SHOWN]
    ]
    if any(len(of) > _MAX_SHOWN for _, of in (*named, *retained)):
        lines.append("    … --json lists all")
    return "\n".join(lines)


def counted(number: int, what: str, several: str | None = None) -> str:
    """A number with its noun: `1 turn`, `2 turns`."""
    return f"{number:,} {what if number == 1 else several or what + 's'}"
