"""Many turns into memory, batch by batch: each batch is durable when the next begins."""

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING

from memgraph_core.records.graph import Turn

if TYPE_CHECKING:
    from memgraph_core.memory import Memory
    from memgraph_core.plan.receipts import Receipt

Advance = Callable[[int], None]  # told how many turns were just made durable


@dataclass(slots=True)
class Tally:
    """What became of turns, counted as batches finish."""

    turns: int = 0
    new: int = 0  # not logged before
    replaced: int = 0  # turns of documents that were edited, forgotten
    forgotten: int = 0  # forgotten once, and left out
    known: int = 0  # logged before; those that still waited were extracted now
    skipped: int = 0  # searchable, without a note of their own
    pending: int = 0  # searchable, waiting for `retry`
    notes: int = 0
    seconds: float = 0.0
    reasons: dict[str, None] = field(default_factory=dict[str, None])  # why turns are pending, each once

    @property
    def turns_per_second(self) -> float:
        """How fast that was."""
        return self.turns / self.seconds if self.seconds else 0.0

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
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
        self._wait(receipt)

    def settle(self, receipt: "Receipt") -> None:
        """Take in what became of turns in the end that were counted as pending."""
        self.skipped += sum(t.state == "skipped" for t in receipt.turns)
        self.notes += receipt.notes
        self.pending, self.reasons = receipt.pending, {}
        self._wait(receipt)

    def _wait(self, receipt: "Receipt") -> None:
        self.reasons |= {t.reason: None for t in receipt.turns if t.state == "pending"}


def remember(
    memory: "Memory",
    turns: Sequence[Turn],
    tally: Tally,
    batch: int,
    advance: Advance,
    *,
    again: bool = False,
) -> None:
    """Add the turns in their order; the tally is right after every batch, also when one fails."""
    for start in range(0, len(turns), batch):
        began = perf_counter()
        rows = turns[start : start + batch]
        receipt = memory.add(rows, force=again)
        tally.seconds += perf_counter() - began
        tally.count(receipt)
        advance(len(rows))


@contextmanager
def progress(what: str, total: int, *, quiet: bool = False) -> Generator[Advance]:
    """A bar on stderr that says how far it is; nothing where stderr is no terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=console, transient=True, disable=quiet or not console.is_terminal
    ) as display:
        task = display.add_task(what, total=total)
        yield lambda count: display.advance(task, count)
