"""`explain`: show how the rules read a text, step by step. Writes nothing."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from memgraph_core.cli import options as o
from memgraph_core.cli import printing
from memgraph_core.cli.invocation import (
    Invocation,
    is_missing,
    namespaces,
    open_memory,
)
from memgraph_core.errors import InvalidInput
from memgraph_core.records.extraction import ExtractionWindow
from memgraph_core.records.graph import Entity, Turn
from memgraph_core.records.log import ExtractionNeeds
from memgraph_core.records.validation import moment_of
from memgraph_core.turns.content import keys_of

if TYPE_CHECKING:
    from rich.console import RenderableType

    from memgraph_core.extract.reading import StatementReading, TurnReading
    from memgraph_core.records.extraction import Extraction

Text = Annotated[str, typer.Argument(metavar="TEXT", help="A text in English or Chinese.")]
Before = Annotated[
    list[str] | None,
    typer.Option("--before", metavar="'NAME: WORDS'", help="An earlier turn; repeatable."),
]
Plain = Annotated[bool, typer.Option("--plain", help="Do not use names from memory.")]


def explain(
    text: Text, speaker: o.Speaker = "Ada", said_at: o.SaidAt = None, before: Before = None,
    plain: Plain = False, *, invocation: o.OnMemory,
) -> None:  # fmt: skip
    """Show how the rules read a text: statements, names, times, facts, and why. Writes nothing.

    Uses the names that memory knows, as `add` does.
    """
    moment = moment_of(said_at or datetime.now(UTC), "--said-at", invocation.settings.zone)
    turns = _turns(text, speaker, moment, before or ())
    from memgraph_core.extract.local_time import in_local_time
    from memgraph_core.extract.rules import RulesExtractor

    window = ExtractionWindow(
        turns=turns[-1:], preceding=turns[:-1], entities=_known_entities(invocation, () if plain else turns)
    )
    window = in_local_time(window, invocation.settings.zone)
    (read,), drawn = RulesExtractor().readings(window), RulesExtractor().extract(window)
    printing.answer(invocation, {"reading": read, "extraction": drawn}, lambda: _shown(read, drawn))


def _known_entities(invocation: Invocation, turns: Sequence[Turn]) -> Mapping[str, tuple[Entity, ...]]:
    """The entities that memory knows by names in the turns; none if there is no such store or namespace."""
    if not turns or is_missing(invocation.url) or invocation.namespace not in namespaces(invocation):
        return {}
    with open_memory(invocation) as memory:
        return memory.store.append((), ExtractionNeeds(name_keys=keys_of(turns))).entities


def _turns(text: str, speaker: str | None, said_at: datetime, before: Sequence[str]) -> tuple[Turn, ...]:
    spoken = [_spoken(line) for line in before]
    return tuple(
        Turn(
            uid=f"t{position}",
            session="explain",
            speaker=who,
            text=words,
            said_at=said_at,
            position=position,
        )
        for position, (who, words) in enumerate([*spoken, (speaker or None, text)])
    )


def _spoken(line: str) -> tuple[str, str]:
    speaker, colon, words = line.partition(":")
    if not colon or not speaker.strip() or not words.strip():
        raise InvalidInput(f"--before is {line!r:.60}; write 'Ben: Did you see her?'.")
    return speaker.strip(), words.strip()


def _shown(read: "TurnReading", drawn: "Extraction") -> "RenderableType":
    from rich.tree import Tree

    notes = iter(drawn.notes)
    tree = Tree(
        printing.plain(f"{read.turn.speaker or '–'} to {read.addressee or '–'} · {read.language}", "bold")
    )
    for stated in read.statements:
        note = next(notes, None) if any(stated.text in n.text for n in drawn.notes) else None
        branch = tree.add(printing.plain(stated.text, "cyan" if note else "dim"))
        for step, found in _steps(stated):
            branch.add(printing.plain(f"{step} {found}"))
        if note:
            words = [note.kind, ", ".join(note.keywords), ", ".join(note.tags)]
            branch.add(printing.plain(f"note {'; '.join(filter(None, words))}"))
    for reference in read.references:
        meant = reference.name or "not resolved"
        tree.add(printing.plain(f"{reference.text} → {meant} ({reference.confidence:.2f})", "dim"))
    for why in drawn.skipped.values():
        tree.add(printing.plain(f"no note: {why}", "yellow"))
    return tree


def _steps(stated: "StatementReading") -> Iterable[tuple[str, str]]:
    """Yields (step, finding) for each finding."""
    yield stated.statement.sort, f"salience {stated.salience:.2f}"
    for span in stated.spans:
        yield "name", f"{span.name} ({span.type or 'unknown type'})"
    for time in stated.times:
        until = (
            f"{time.start or '…'} to {time.end or '…'}" if time.start or time.end else time.rule or time.grain
        )
        yield "time", f"“{time.text}”: {time.kind}, {until} ({time.confidence:.2f})"
    for phrase in stated.phrases:
        how = [word for word in ("ended", "denied", "plan") if getattr(phrase, word)]
        yield (
            "fact",
            f"{phrase.subject} {phrase.type} {phrase.object} {' '.join(how)}({phrase.confidence:.2f})",
        )
    for secret in stated.secrets:
        yield "secret", secret.sort
