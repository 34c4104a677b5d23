"""Records as JSON, and for people: tables, a tree, lines. Memory text is data here: no markup, no control signs."""

import json
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import fields as fields_of
from dataclasses import is_dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, cast

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from memgraph_core.language.scripts import one_line
from memgraph_core.plan.receipts import Receipt
from memgraph_core.records.forget import Forgotten
from memgraph_core.records.graph import Call, Entity, Fact, Link, Revision, Turn
from memgraph_core.records.inspect import Day, NoteHistory, Stats, StreamItem
from memgraph_core.records.kinds import AGENT_GENERATED
from memgraph_core.records.log import CallTotals
from memgraph_core.records.search import Hit, Step

if TYPE_CHECKING:
    from memgraph_core.retrieve.entity_view import EntityView

_HIDDEN = frozenset({"vector", "terms"})  # for machines that search, not for those that read
_BAR = 40
_SHOWN = 10  # uids of each kind in a receipt for people
AGAIN = "{} forgotten before and left out (--force adds them)"


def jsonable(value: object) -> object:
    """Records as objects, times in ISO form, sets sorted; without vectors and terms."""
    if is_dataclass(value) and not isinstance(value, type):
        named = ((f.name, getattr(value, f.name)) for f in fields_of(value) if f.name not in _HIDDEN)
        return {name: jsonable(item) for name, item in named}
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
    """The value as one JSON document, readable."""
    return json.dumps(jsonable(value), ensure_ascii=False, indent=2)


def console() -> Console:
    """Stdout; memory text is never read as markup or emoji codes."""
    return Console(markup=False, emoji=False, highlight=False)


def plain(text: str, style: str = "") -> Text:
    """Memory text fit for a terminal: one line, no control signs."""
    return Text(one_line(text), style=style)


def plain_lines(text: str) -> str:
    """The text for a prompt as it is, but for control signs."""
    return "\n".join(one_line(line) for line in text.split("\n"))


def day_of(moment: datetime | None) -> str:
    """The day, or nothing."""
    return f"{moment:%Y-%m-%d}" if moment else ""


def route(path: Sequence[Step]) -> str:
    """A path in words: names of entities, and of what joins them; a turn or note stands as its uid."""
    stops = [step.uid if step.label == "Turn" else step.text for step in path if step.text]
    return " → ".join(one_line(stop) for stop in stops)


def listing(*columns: str, right: Sequence[str] = ()) -> Table:
    """A table with these columns, of which some stand to the right."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in columns:
        table.add_column(name, justify="right" if name in right else "left", overflow="fold")
    return table


def hits(found: Sequence[Hit]) -> RenderableType:
    """Hits, best first: what was said, by whom and when, and why it was found."""
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right", style="dim")
    table.add_column(overflow="fold")
    for hit in found:
        table.add_row(str(hit.rank), _hit(hit))
    return table


def _hit(hit: Hit) -> Text:
    told = plain(hit.text)
    trust = f"{hit.trust}, not said by a person" if hit.trust in AGENT_GENERATED else None
    source = [day_of(hit.said_at), hit.speaker, trust, hit.session, f"[{', '.join(hit.turns)}]"]
    told.append("\n" + one_line(" · ".join(part for part in source if part)), style="cyan")
    signals = " ".join(f"{name} {value:.2f}" for name, value in hit.signals.items() if abs(value) >= 0.005)
    told.append(f"\n{hit.score:.2f} = {one_line(signals)}", style="dim")
    if len(hit.path) > 1:
        told.append(f"\n{route(hit.path)}", style="dim")
    return told


def fields(told: Mapping[str, object]) -> RenderableType:
    """Names and values, one a line; what is empty is left out."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="cyan")
    table.add_column(overflow="fold")
    for name, value in told.items():
        if value not in (None, [], {}, ""):
            table.add_row(
                name,
                plain(value if isinstance(value, str) else json.dumps(jsonable(value), ensure_ascii=False)),
            )
    return table


def entities(found: Iterable[Entity]) -> RenderableType:
    """Who and what, with how often, first and last."""
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
    """Mentions, newest first."""
    table = listing("when", "entity", "said by", "session", "turn")
    for item in items:
        row = (item.name, item.speaker or "", item.session, item.turn)
        table.add_row(f"{item.at:%Y-%m-%d %H:%M}", *(plain(text) for text in row))
    return table


def timeline(days: Sequence[Day]) -> RenderableType:
    """Mentions per day, as bars."""
    table = listing("day", "mentions", "", right=("mentions",))
    most = max((d.mentions for d in days), default=1)
    for d in days:
        table.add_row(d.day.isoformat(), str(d.mentions), "█" * max(1, round(_BAR * d.mentions / most)))
    return table


def entity_tree(view: "EntityView") -> RenderableType:
    """An entity with its facts, neighbours and newest notes."""
    e = view.entity
    head = plain(e.name, "bold")
    since = f", {day_of(e.first_at)} to {day_of(e.last_at)}" if e.first_at else ""
    head.append(f"  {e.type}, mentioned in {counted(e.mentions, 'turn')}{since}", style="dim")
    tree = Tree(head)
    _branch(tree, "facts", [_fact_line(view, fact) for fact in view.facts])
    near = [plain(f"{view.names.get(uid, uid)} ({counted(count, 'note')})") for uid, count in view.neighbours]
    _branch(tree, "near", near)
    _branch(tree, "notes", [plain(f"{day_of(n.said_at)} {n.text}") for n in view.notes])
    said = {n.uid: n.text for n in view.notes}
    tied = [link for link in view.links if link.a in said and link.b in said]
    _branch(tree, "ties", [_tie_line(said[link.a], link, said[link.b]) for link in tied])
    return tree


def history(found: NoteHistory) -> RenderableType:
    """A note with all its states, oldest first, and its ties to others by their uids."""
    tree = Tree(plain(found.note.text, "bold"))
    _branch(tree, "states", [_state_line(state) for state in found.states])
    own = found.note.uid
    ties = [
        _tie_line("it" if link.a == own else link.a, link, "it" if link.b == own else link.b)
        for link in found.links
    ]
    _branch(tree, "ties", ties)
    _branch(
        tree, "put right", [_correction_line(turn, place) for turn in found.turns for place in _places(turn)]
    )
    return tree


def _places(turn: Turn) -> range:
    return range(len(turn.corrections))


def _correction_line(turn: Turn, place: int) -> Text:
    before, after, told = turn.all_texts[place], turn.all_texts[place + 1], turn.corrections[place]
    reason = f" {told.reason}" if told.reason else ""
    return plain(f"{before} → {after}").append(
        f"  {day_of(told.at)} turn {turn.uid}{one_line(reason)}", style="dim"
    )


def _state_line(state: Revision) -> Text:
    words = [state.context, ", ".join(state.keywords), " ".join(f"#{tag}" for tag in state.tags)]
    by = f"turn {state.turn}" if state.turn else "as it was derived"
    line = plain(f"{state.number} {' · '.join(word for word in words if word) or '(nothing beside it)'}")
    return line.append(f"  {day_of(state.at)} {by}", style="dim")


def _tie_line(one: str, link: Link, other: str) -> Text:
    return plain(f"{one} → {link.reason.replace('_', ' ')} → {other}")


def _fact_line(view: "EntityView", fact: Fact) -> Text:
    who, whom = (view.names.get(uid, uid) for uid in (fact.subject, fact.object))
    line = plain(f"{who} {fact.type.replace('_', ' ').lower()} {whom}")
    span = " ".join(
        f"{word} {day_of(moment)}"
        for word, moment in (("from", fact.holds_from), ("until", fact.holds_until))
        if moment
    )
    if fact.never_held:
        span = "corrected since"
    return line.append(f"  {span}", style="dim") if span else line


def _branch(tree: Tree, name: str, lines: Sequence[Text]) -> None:
    if lines:
        branch = tree.add(Text(name, style="cyan"))
        for line in lines:
            branch.add(line)


def stats(held: Stats, url: str) -> RenderableType:
    """What a namespace holds, one thing a line."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="cyan")
    table.add_column()
    model = f"{held.model}, {held.dimension} numbers" if held.model else "none: no vectors"
    said = f"{day_of(held.first_at)} to {day_of(held.last_at)}" if held.first_at else ""
    rows = [("store", url), ("namespace", held.namespace), ("said", said), ("embedding model", model)]
    counts = ("sessions", "turns", "pending", "skipped", "notes", "entities", "facts", "mentions", "similar")
    for name, value in [*rows, *((name, f"{getattr(held, name):,}") for name in counts)]:
        table.add_row(name, plain(str(value)))
    return table


def ledger(calls: Sequence[Call], spent: CallTotals) -> RenderableType:
    """Calls of models, newest first, and below what all that there ever were add up to."""
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
    """A receipt in a sentence."""
    facts = sum(len(t.facts) for t in receipt.turns)
    known = sum(not t.new and t.state != "forgotten" for t in receipt.turns)
    parts = [counted(receipt.notes, "note"), counted(facts, "fact")]
    parts += [f"{known} known already"] if known else []
    parts += [f"{receipt.pending} pending"] if receipt.pending else []
    parts += [AGAIN.format(receipt.forgotten)] if receipt.forgotten else []
    return f"{counted(len(receipt.turns), 'turn')}: {', '.join(parts)}."


def forgotten_line(gone: Forgotten) -> str:
    """What was forgotten, and what stays because others said it too."""
    removed = (
        counted(len(gone.turns), "turn"),
        counted(len(gone.notes), "note"),
        counted(len(gone.facts), "fact"),
        counted(len(gone.entities), "entity", "entities"),
    )
    kept = [
        f"{counted(len(rows), what)} {why}"
        for rows, what, why in (
            (gone.kept_notes, "note", "kept: other turns support them"),
            (gone.kept_facts, "fact", "kept: other notes support them"),
            (gone.restored_facts, "fact", "hold again"),
        )
        if rows
    ]
    lines = ["; ".join([f"Forgotten: {', '.join(removed)}", *kept]) + "."]
    named = (("note", gone.notes), ("fact", gone.facts), ("entity", gone.entities))
    lines += [f"    {what} {uid}" for what, uids in named for uid in uids[:_SHOWN]]
    stays = (("note", gone.kept_notes), ("fact", gone.kept_facts))
    lines += [
        f"    kept: {what} {each.uid}, of {', '.join(one_line(turn) for turn in each.turns[:_SHOWN])}"
        for what, rows in stays
        for each in rows[:_SHOWN]
    ]
    if any(len(of) > _SHOWN for _, of in (*named, *stays)):
        lines.append("    … all of them with --json")
    return "\n".join(lines)


def counted(number: int, what: str, several: str | None = None) -> str:
    """`1 turn`, `2 turns`."""
    return f"{number:,} {what if number == 1 else several or what + 's'}"
