"""Add many turns in batches: each batch is durable before the next one starts."""

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING

from memgraph_core.plan.receipts import IN_OPEN_WINDOW
from memgraph_core.records.graph import Turn

if TYPE_CHECKING:
    from rich.progress import Progress

    from memgraph_core.memory import Memory
    from memgraph_core.plan.receipts import Receipt

Advance = Callable[[int], None]  # called with the number of turns that were just made durable


@dataclass(slots=True)
class Tally:
    """Counts of turns and notes, updated after each batch."""

    turns: int = 0
    new: int = 0  # not logged before
    replaced: int = 0  # forgotten turns of old versions of documents
    forgotten: int = 0  # skipped because they were forgotten before
    known: int = 0  # logged before; those that were pending were extracted now
    skipped: int = 0  # searchable, but without a note
    pending: int = 0  # searchable, to be extracted by `retry`
    notes: int = 0
    seconds: float = 0.0
    reasons: dict[str, None] = field(default_factory=dict[str, None])  # why turns are pending, each once

    @property
    def in_open_windows(self) -> bool:
        """Whether turns are pending only because their extraction windows are not complete."""
        return IN_OPEN_WINDOW in self.reasons

    @property
    def turns_per_second(self) -> float:
        """Turns per second, 0 before the first batch."""
        return self.turns / self.seconds if self.seconds else 0.0

    def as_dict(self) -> dict[str, object]:
        """The fields for JSON."""
        return {
            "turns": self.turns,
            "new": self.new,
            "known": self.known,
            "forgotten": self.forgotten,
            "replaced": self.replaced,
            "skipped": self.skipped,
            "pending": self.pending,
            "notes": self.notes,
            "seconds": self.seconds,
            "turns_per_second": self.turns_per_second,
            "reasons": list(self.reasons),
        }

    def count(self, receipt: "Receipt") -> None:
        """Add one batch."""
        self.turns += len(receipt.turns)
        self.new += sum(t.new for t in receipt.turns)
        self.forgotten += receipt.forgotten
        self.known += sum(not t.new for t in receipt.turns) - receipt.forgotten
        self.skipped += sum(t.state == "skipped" for t in receipt.turns)
        self.pending += receipt.pending
        self.notes += receipt.notes
        self._add_reasons(receipt)

    def settle(self, receipt: "Receipt") -> None:
        """Add the final receipt of turns that were counted as pending."""
        self.skipped += sum(t.state == "skipped" for t in receipt.turns)
        self.notes += receipt.notes
        self.pending, self.reasons = receipt.pending, {}
        self._add_reasons(receipt)

    def _add_reasons(self, receipt: "Receipt") -> None:
        self.reasons |= {t.reason: None for t in receipt.turns if t.state == "pending"}


def remember(
    memory: "Memory",
    turns: Sequence[Turn],
    tally: Tally,
    batch: int,
    advance: Advance,
    *,
    force: bool = False,
) -> None:
    """Add the turns in their order. The tally is correct after each batch, also if a batch fails."""
    for start in range(0, len(turns), batch):
        began = perf_counter()
        rows = turns[start : start + batch]
        receipt = memory.add(rows, force=force)
        tally.seconds += perf_counter() - began
        tally.count(receipt)
        advance(len(rows))


@contextmanager
def progress(what: str, total: int, *, quiet: bool = False) -> Generator[Advance]:
    """A progress bar on stderr; nothing if stderr is not a terminal."""
    with _bar(quiet=quiet) as display:
        task = display.add_task(what, total=total)
        yield lambda count: display.advance(task, count)


@contextmanager
def resumed_progress(what: str, *, hidden: bool = False) -> Generator[Callable[[int, int], None]]:
    """A progress bar on stderr that takes the number done and the total; nothing if stderr is not a terminal."""
    with _bar(quiet=hidden) as display:
        task = display.add_task(what, total=None)
        yield lambda done, total: display.update(task, completed=done, total=total)


def _bar(*, quiet: bool) -> "Progress":
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal)
