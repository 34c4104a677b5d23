"""The measurements of `bench ingest`, `scale` and `cost`: speed, size, and cost per turn and question."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

from memgraph_core.bench.measuring import Counts, Timing, timed
from memgraph_core.bench.world import STAMP, World, fill, searches, writes
from memgraph_core.cli.batches import Advance, Tally, progress, remember
from memgraph_core.cli.bench_recall import PREFIX, last_said
from memgraph_core.cli.invocation import Invocation, embedder_of, memory_of, read_bytes, with_given_store
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.engine.observed import Listener, ObservedCall, ObservedDatabase, observed
from memgraph_core.errors import InvalidInput
from memgraph_core.models.protocol import Embedder
from memgraph_core.records.graph import Turn
from memgraph_core.records.log import CallTotals
from memgraph_core.records.validation import zone_of
from memgraph_core.store import open_database
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.turns.conversation_files import Case, Question, read_cases

if TYPE_CHECKING:
    from memgraph_core.memory import Memory
    from memgraph_core.store.contract import Store

_WARMING = 20  # runs before the first measurement
_LONG = 500  # warm-up runs for a program that has run for a long time
PARTS = ("extract", "embed", "append", "snapshot", "apply")  # of the time of a write
_SMALL, _BIG = f"{PREFIX}scale-small", f"{PREFIX}scale-big"


# ingest


@dataclass(slots=True)
class _Clocks:
    """Seconds by part of the engine. The rest of the time is planning."""

    seconds: defaultdict[str, float]

    def of(self, *methods: str) -> Listener:
        """Adds the seconds of these methods of an observed object."""

        def add(call: ObservedCall) -> None:
            if call.method in methods:
                self.seconds[call.method] += call.seconds

        return add


def run_ingest(cases: Path, invocation: Invocation, batch: int) -> dict[str, dict[str, float]]:
    """The speed of adding turns, with and without an embedder, and the time of each part of the engine.

    Uses namespaces of its own, which are forgotten afterwards. `extract` is the time of the extractor, `embed` of the
    embedder, `append`, `snapshot` and `apply` of the store, and `rest` of the pure functions between them.
    """
    read = read_cases(read_bytes(cases), str(cases), zone_of("UTC"))
    embedder = embedder_of(invocation.settings, bulk=True)
    results: dict[str, dict[str, float]] = {}
    if embedder is not None:
        embedder.embed(["warm"])  # the first text loads the weights
        results["with embedding"] = _ingested(read, invocation, embedder, batch)
    results["without"] = _ingested(read, invocation, None, batch)
    return results


def _ingested(
    cases: Sequence[Case], invocation: Invocation, embedder: Embedder | None, batch: int
) -> dict[str, float]:
    clocks, tally = _Clocks(defaultdict(float)), Tally()
    stamp = EmbeddingStamp(embedder.name, embedder.dimension) if embedder else None
    with with_given_store(invocation) as settings, ExitStack() as left:
        database = ObservedDatabase(
            open_database(settings.store, stamp), clocks.of("append", "snapshot", "apply")
        )
        plain = MemoryEngine(database, settings=settings)
        engine = MemoryEngine(
            database,
            embedder=observed(embedder, clocks.of("embed")) if embedder else None,
            extractor=observed(plain.extractor, clocks.of("extract")),
            settings=settings,
        )
        left.enter_context(engine)
        what = "importing" if embedder else "importing without vectors"
        advance = left.enter_context(
            progress(what, sum(len(case.turns) for case in cases), quiet=invocation.as_json)
        )
        for case in cases:
            memory = memory_of(engine, f"{PREFIX}ingest-{case.name}")
            memory.forget(everything=True)
            left.callback(memory.forget, everything=True)
            remember(memory, case.turns, tally, batch, advance)
            if engine.windowed:
                memory.flush()
    return _rates(tally, clocks.seconds)


def _rates(tally: Tally, seconds: dict[str, float]) -> dict[str, float]:
    rest = max(0.0, tally.seconds - sum(seconds.values()))
    parts = {part: seconds.get(part, 0.0) for part in PARTS}
    return {
        "turns": tally.turns,
        "notes": tally.notes,
        "seconds": round(tally.seconds, 2),
        "turns a second": round(tally.turns_per_second, 1),
        "notes a second": round(tally.notes / tally.seconds, 1) if tally.seconds else 0.0,
        **{part: round(spent, 2) for part, spent in parts.items()},
        "rest": round(rest, 2),
    }


# scale


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """Times of writes and searches in a database with a given number of notes, in milliseconds."""

    notes: int  # in the large space
    notes_a_second: float | None  # while filling; None if the notes existed before
    write: Timing  # one turn, into the large space
    search: Timing  # hybrid with depth 2, in the large space, with cold caches
    search_later: Timing  # the same after some hundred questions
    small: int  # notes of the small space, whose size is fixed
    small_search: Timing


def run_scale(sizes: Sequence[int], small: int, runs: int, invocation: Invocation) -> Iterator[Size]:
    """Fill a space to each size. Measure it, and a second space of fixed size in the same database.

    Existing notes are not written again: an interrupted run continues, and a larger run starts where the last one
    ended. The notes and vectors are random. Raises InvalidInput for sizes that are not positive, and StoreMismatch for a
    database with vectors of a model.
    """
    if not sizes or min(*sizes, small, runs) < 1:
        raise InvalidInput(f"sizes {sizes}, small {small} and runs {runs} have to be 1 or more.")
    with with_given_store(invocation) as settings, ExitStack() as left:
        database = open_database(settings.store, STAMP)
        left.callback(database.close)
        fixed = _filled(database.store(_SMALL), small, quiet=invocation.as_json)[0]
        big = database.store(_BIG)
        stored = big.stats().notes
        for size in sorted(set(sizes)):
            if stored > 1.5 * size and size != max(sizes):
                continue  # an earlier run filled it beyond this size
            world, rate = _filled(big, size, quiet=invocation.as_json)
            with progress(f"timing {size:,} notes", 4, quiet=invocation.as_json) as advance:
                search = timed(searches(big, world), runs, _WARMING)
                advance(1)
                small_search = timed(searches(database.store(_SMALL), fixed), runs, _WARMING)
                advance(1)
                search_later = timed(searches(big, world), runs, _LONG)
                advance(1)
                stored = big.stats().notes
                write = timed(writes(big, world), runs, _WARMING)
                advance(1)
            yield Size(
                notes=stored,
                notes_a_second=rate,
                write=write,
                search=search,
                search_later=search_later,
                small=database.store(_SMALL).stats().notes,
                small_search=small_search,
            )


def _filled(store: "Store", notes: int, *, quiet: bool) -> tuple[World, float | None]:
    from time import perf_counter

    missing = notes - store.stats().notes
    began = perf_counter()
    with progress(f"filling {store.namespace}", max(missing, 0), quiet=quiet) as advance:
        world = fill(store, notes, advance)
    return world, round(missing / (perf_counter() - began), 1) if missing > 0 else None


# cost


def run_cost(cases: Path, invocation: Invocation, turns: int, questions: int) -> dict[str, dict[str, float]]:
    """The average cost of adding one turn, and of a search with its context.

    Transactions and statements are counted at the database, calls and texts at the embedder, and calls and tokens of a
    language model in the ledger. Uses the first turns and the first questions of each case.
    """
    read = read_cases(read_bytes(cases), str(cases), zone_of("UTC"))
    embedder, counts = embedder_of(invocation.settings), Counts()
    stamp = EmbeddingStamp(embedder.name, embedder.dimension) if embedder else None
    costs = _Costs(counts)
    with with_given_store(invocation) as settings, ExitStack() as left:
        database = open_database(settings.store, stamp, on_statement=counts.statement)
        counting = counts.counted(embedder) if embedder else None
        engine = left.enter_context(MemoryEngine(database, embedder=counting, settings=settings))
        total = sum(min(turns, len(case.turns)) + min(questions, len(case.questions)) for case in read)
        advance = left.enter_context(progress("counting", total, quiet=invocation.as_json))
        for case in read:
            memory = memory_of(engine, f"{PREFIX}cost-{case.name}")
            memory.forget(everything=True)
            left.callback(memory.forget, everything=True)
            costs.add_turns(memory, case.turns[:turns], advance)
            costs.add_ledger(database.store(memory.namespace).record_calls(()))
            costs.ask(memory, case, case.questions[:questions], advance)
    number = sum(len(case.turns[:turns]) for case in read)
    model = {f"model {name}": round(value / max(1, number), 4) for name, value in costs.spent.items()}
    return {
        "turn": {"of": number, **_each(costs.added, number), **model},
        "search": {
            "of": len(costs.asked),
            **_each(costs.asked, len(costs.asked)),
            "context tokens": round(fmean(costs.tokens or [0]), 1),
        },
    }


@dataclass(slots=True)
class _Costs:
    """The counts of adding turns and of searching, over all cases."""

    counts: Counts
    added: list[Counts] = field(default_factory=list[Counts])
    asked: list[Counts] = field(default_factory=list[Counts])
    tokens: list[int] = field(default_factory=list[int])  # of the contexts
    # of the ledgers
    spent: defaultdict[str, float] = field(default_factory=lambda: defaultdict[str, float](float))

    def add_turns(self, memory: "Memory", turns: Sequence[Turn], advance: Advance) -> None:
        """Add turns one by one, and extract those of incomplete windows."""
        for turn in turns:
            self.added.append(self.counts.of(lambda turn=turn: memory.add([turn])))
            advance(1)
        if memory.engine.windowed:
            self.added.append(self.counts.of(memory.flush))

    def add_ledger(self, totals: CallTotals) -> None:
        """Add the totals of a ledger."""
        for name, value in asdict(totals).items():
            self.spent[name] += value

    def ask(self, memory: "Memory", case: Case, questions: Sequence[Question], advance: Advance) -> None:
        """Build the context of each question."""
        for question in questions:
            now = question.asked_at or last_said(case)
            self.asked.append(
                self.counts.of(
                    lambda q=question, n=now: self.tokens.append(memory.context(q.text, now=n).tokens)
                )
            )
            advance(1)


def _each(counts: Sequence[Counts], number: int) -> dict[str, float]:
    names = ("transactions", "statements", "embeddings", "texts", "tokens")
    return {name: round(sum(getattr(count, name) for count in counts) / max(1, number), 2) for name in names}
