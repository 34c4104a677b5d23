"""The demonstration: add two sample conversations and answer eight questions, offline."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from memgraph_core.cli import options as o
from memgraph_core.cli import printing
from memgraph_core.cli.batches import Tally, progress, remember
from memgraph_core.cli.invocation import NO_EMBEDDER, Invocation, memory_of, with_given_store
from memgraph_core.records.search import Context, Hit
from memgraph_core.turns.conversation_files import Case, Question, read_cases

if TYPE_CHECKING:
    from memgraph_core.engine.engine import MemoryEngine
    from memgraph_core.memory import Memory

FILES = ("english.jsonl", "chinese.jsonl")
PREFIX = "demo-"  # prefix of the demo's namespaces, to avoid the names of the user
TOKENS = 400  # of each context, to fit a screen


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A question, its context and best hits, and the time in milliseconds."""

    question: Question
    context: Context
    milliseconds: float


def samples() -> tuple[Case, ...]:
    """The sample conversations with their questions."""
    folder = resources.files("memgraph_core.samples")
    return tuple(case for file in FILES for case in read_cases(folder.joinpath(file).read_bytes(), file))


def ask(memory: "Memory", question: Question) -> Answer:
    """Ask one question at the time that the sample gives."""
    began = perf_counter()
    context = memory.context(question.text, tokens=TOKENS, now=question.asked_at)
    return Answer(question=question, context=context, milliseconds=(perf_counter() - began) * 1000)


def demo(*, invocation: Annotated[Invocation, o.invoked_by("store", "embedder")]) -> None:
    """Add two sample conversations and answer eight questions about them, offline."""
    from memgraph_core.engine.engine import MemoryEngine

    # On the given store, or in a temporary database. A second run adds nothing.
    console, cases, store = printing.console(), samples(), invocation.store_given
    with (
        with_given_store(invocation) as settings,
        MemoryEngine.open(settings=settings) as engine,
    ):
        _print_introduction(console, engine, store)
        for case in cases:
            _print(console, memory_of(engine, PREFIX + case.name), case)
        engine.embed(["warm"])  # the first text loads the weights, which is not part of a question's time
        number = 0
        for case in cases:
            for question in case.questions:
                number += 1
                _print_answer(console, number, ask(memory_of(engine, PREFIX + case.name), question))
    _print_next_steps(console, store)


def _print_introduction(console: Console, engine: "MemoryEngine", store: str | None) -> None:
    where = printing.plain(store).plain if store else "a temporary file"
    model = engine.embedder.name if engine.embedder else "none"
    console.print(Text(f"memgraph-core on {where}; embedding model {model}; no language model", style="bold"))
    if engine.embedder is None:
        console.print(Text(NO_EMBEDDER, style="yellow"))


def _print(console: Console, memory: "Memory", case: Case) -> None:
    tally = Tally()
    with progress(f"remembering {case.name}", len(case.turns)) as advance:
        remember(memory, case.turns, tally, 32, advance)
    counts = memory.stats()
    language = {"en": "English", "zh": "Chinese"}.get(case.language or "", "")
    known = f" ({tally.known} known already)" if tally.known else ""
    console.print(
        f"Remembered {printing.counted(tally.turns, 'turn')} of {memory.namespace}, in {language}{known}: "
        f"{counts.notes} notes, {counts.entities} entities, {counts.facts} facts; {tally.seconds:.1f} s"
    )


def _print_answer(console: Console, number: int, answer: Answer) -> None:
    footer = f"{answer.question.category} · {answer.milliseconds:.0f} ms · {answer.context.tokens} tokens"
    console.print()
    console.print(Rule(Text(footer, style="dim"), align="right", style="dim"))
    console.print(Text(f"{number}  {answer.question.text}", style="bold cyan"))
    console.print(Padding(_context(answer.context), (0, 0, 0, 3), expand=False))
    if path := hit_by_graph(answer.context.hits):
        console.print(
            Padding(Text(f"graph: {printing.route(path.path)}", style="green"), (0, 0, 0, 3), expand=False)
        )


def hit_by_graph(hits: Sequence[Hit]) -> Hit | None:
    """The best hit that was reached through an entity of the graph; None if there is none."""
    return next((hit for hit in hits if len(hit.path) > 2), None)


def _context(context: Context) -> RenderableType:
    """A context: the days and sessions as headings, the notes as list items, the sources dimmed."""
    table = _lines()
    parts: list[RenderableType] = []
    for line in context.text.split("\n"):
        if line.startswith("- "):
            table.add_row("-", _line(line[2:]))
            continue
        table = _lines()
        parts += [printing.plain(line, "yellow"), table]
    return Group(*parts)


def _lines() -> Table:
    """A dash and a line, folded at any character, because Chinese has no spaces."""
    table = Table.grid(padding=(0, 1))
    table.add_column()
    table.add_column(overflow="fold")
    return table


def _line(said: str) -> Text:
    text = printing.plain(said)
    text.highlight_regex(r"^\[[^\[\]]*\]", "dim")
    return text


def _print_next_steps(console: Console, store: str | None) -> None:
    console.print()
    console.print(Rule(style="dim"))
    console.print(Text("Next steps:", style="bold"))
    if store:
        where = printing.plain(store).plain
        console.print(f"  memgraph-core --store {where} -n {PREFIX}ada show Clara")
        console.print("  MATCH (e:Entity)-[r]->(o:Entity) RETURN e, r, o      in Neo4j Browser")
    console.print('  memgraph-core add "I moved to Turin in March." --speaker Ada')
    console.print('  memgraph-core context "Where does Ada live?"')
    console.print("  memgraph-core import chat.txt      `Ada: …` lines, role/content JSON, or cases")
