"""`bench context`: the share of the evidence that contexts of several budgets contain, beside plain rankings."""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from statistics import fmean
from typing import TYPE_CHECKING

import typer

from memgraph_core.cli.bench_recall import PREFIX, Trial, filled, last_said
from memgraph_core.cli.invocation import memory_of
from memgraph_core.errors import InvalidInput
from memgraph_core.language.sizes import estimated_tokens
from memgraph_core.records.graph import Turn
from memgraph_core.turns.conversation_files import Case, Question

if TYPE_CHECKING:
    from memgraph_core.engine.engine import MemoryEngine

PLAIN_LIMIT = 100  # turns ranked by a plain method
_MIN_SHARE = 0.25  # of the content words of a turn that the text must contain
_WORD = re.compile(r"[\u4e00-\u9fff]|\w{4,}")

Quoted = tuple[frozenset[str], str]  # uids of the turns that a text quotes, and the text
Read = Callable[[Question, int], Quoted]  # question, budget → context


def run_context(trial: Trial, budgets: Sequence[int]) -> dict[str, object]:
    """For each budget in tokens: the evidence that the context contains, and its mean size; also of plain rankings.

    A context contains a turn if it names the turn as a source and contains a quarter of its content words. The plain
    methods quote whole turns with speaker and time, best first, as many as fit. An abstraction stands for the turns of its
    instances. The evidence in contexts of memory is also printed by category.
    """
    methods = ("memory", "bm25", "dense", "weighted")
    found: dict[str, dict[int, list[tuple[float, int]]]] = {m: {b: [] for b in budgets} for m in methods}
    by_category: dict[str, dict[int, list[float]]] = defaultdict(lambda: {b: [] for b in budgets})
    with filled(trial) as (engine, cases, _):
        for case in cases:
            turns = {turn.uid: turn for turn in case.turns}
            readers = _readers(engine, case, trial)
            questions = [question for question in case.questions if question.evidence]
            for question, method, budget in product(questions, readers, budgets):
                quoted, text = readers[method](question, budget)
                share = _share_contained(question.evidence, turns, quoted, text)
                found[method][budget].append((share, estimated_tokens(text)))
                if method == "memory":
                    by_category[question.category or "all"][budget].append(share)
    return _printed(found) | {"categories": _printed_categories(by_category)}


def _readers(engine: "MemoryEngine", case: Case, trial: Trial) -> Mapping[str, Read]:
    from memgraph_core.bench.plain import PLAIN, PlainRanker, displayed

    memory, last = memory_of(engine, PREFIX + case.name), last_said(case)
    lines = {turn.uid: displayed(turn) for turn in case.turns}

    def of_memory(question: Question, budget: int) -> Quoted:
        context = memory.context(
            question.text, tokens=budget, graph=trial.graph, now=question.asked_at or last
        )
        instances = [note for hit in context.hits for note in hit.instances()]
        return frozenset(context.turns).union(*(note.turns for note in instances)), context.text

    def of_plain(ranker: PlainRanker) -> Read:
        def read(question: Question, budget: int) -> Quoted:
            kept: list[str] = []
            for uid in ranker.ranked(question.text, PLAIN_LIMIT):
                if estimated_tokens("\n".join(lines[one] for one in (*kept, uid))) <= budget:
                    kept.append(uid)
            return frozenset(kept), "\n".join(lines[uid] for uid in kept)

        return read

    plain = {method: PlainRanker(method, case.turns, engine.embed) for method in PLAIN if method != "rrf"}
    return {"memory": of_memory, **{method: of_plain(ranker) for method, ranker in plain.items()}}


def _share_contained(
    evidence: Sequence[str], turns: Mapping[str, Turn], quoted: frozenset[str], text: str
) -> float:
    words = _content_words(text)
    contained = 0
    for uid in evidence:
        wanted = _content_words(turns[uid].text) if uid in turns else set[str]()
        contained += uid in quoted and len(wanted & words) >= _MIN_SHARE * len(wanted)
    return contained / len(evidence)


def _content_words(text: str) -> set[str]:
    """Chinese characters, and the first five letters of words of at least four letters."""
    return {word[:5] for word in _WORD.findall(text.lower())}


def _printed(found: Mapping[str, Mapping[int, Sequence[tuple[float, int]]]]) -> dict[str, object]:
    """Print one line per budget, for each method the evidence in per cent and the mean size in tokens."""
    numbers: dict[str, object] = {}
    typer.echo(f"{'budget':>8}" + "".join(f"{method:>16}" for method in found))
    for budget in next(iter(found.values())):
        row = {
            method: (
                round(100 * fmean(share for share, _ in of[budget]), 1),
                round(fmean(size for _, size in of[budget])),
            )
            for method, of in found.items()
        }
        typer.echo(
            f"{budget:>8}" + "".join(f"{f'{share:.1f} in {size}':>16}" for share, size in row.values())
        )
        numbers[str(budget)] = {method: list(pair) for method, pair in row.items()}
    return numbers


def _printed_categories(
    found: Mapping[str, Mapping[int, Sequence[float]]],
) -> dict[str, dict[str, float]]:
    """Print one line per category of questions, with the evidence in per cent for each budget."""
    numbers: dict[str, dict[str, float]] = {}
    for category, of in sorted(found.items()):
        row = {str(budget): round(100 * fmean(shares), 1) for budget, shares in of.items()}
        count = len(next(iter(of.values())))
        typer.echo(f"{category[:26]:26}{count:>6}" + "".join(f"{share:>8.1f}" for share in row.values()))
        numbers[category] = row
    return numbers


def budgets_of(text: str) -> tuple[int, ...]:
    """The budgets of a list such as `100,200`. Raises InvalidInput for anything else."""
    if not re.fullmatch(r"[1-9]\d*(,[1-9]\d*)*", text):
        raise InvalidInput(f"{text!r} is not a list of budgets. Give numbers of tokens, such as 100,200,300.")
    return tuple(dict.fromkeys(map(int, text.split(","))))
