"""Compare memgraph-core with other memory libraries: speed and recall, with one embedder and without a language model.

    python -m venv peers && peers/bin/pip install -e '.[en,zh,llamaindex]' -r benchmarks/peers/requirements.txt
    peers/bin/python benchmarks/peers/run.py CASES.jsonl [--peers memgraph-core,chroma] [--cases 1]

CASES is a file as `memgraph-core bench recall` reads it. For each library and the first cases of the file, it prints

  turns/s     stored turns per second, in batches of 32, with the embedding of texts
  texts       texts embedded for one turn
  first       milliseconds of the first search after opening the memory again, without embedding; – if it is not kept
  p50, p95    milliseconds of a search, without the embedding of the question
  R@10        percentage of the evidence turns among the first ten hits

The libraries run one after another in this process. Compare only numbers of one run.
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, quantiles
from tempfile import TemporaryDirectory

from adapters import PEERS, Peer

from memgraph_core.engine.observed import ObservedCall, observed
from memgraph_core.models import embedder_for
from memgraph_core.models.caching import CachedEmbedder
from memgraph_core.models.protocol import Embedder
from memgraph_core.turns.conversation_files import Case, read_cases

BATCH, LIMIT = 32, 10


def main() -> None:
    """Measure and print a table in Markdown."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path, metavar="CASES", help="conversation cases with questions")
    parser.add_argument("--peers", default=",".join(PEERS), help="names, separated by commas")
    parser.add_argument("--cases", type=int, default=1, help="cases to use, from the first")
    given = parser.parse_args()
    cases = read_cases(given.file.read_bytes(), given.file.name)[: given.cases]
    embedder = embedder_for(None, download=False)
    if embedder is None:
        parser.error("the weights of the default embedder are not installed; see the README")
    embedder.embed(["warm"])
    print("| library | turns/s | texts | first | p50 | p95 | R@10 |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name in given.peers.split(","):
        print(f"| {name} | {' | '.join(measured(PEERS[name], cases, embedder))} |", flush=True)


def measured(peer: type[Peer], cases: Sequence[Case], embedder: Embedder) -> list[str]:
    """The cells of one library."""
    runs = [_measured(peer, case, embedder) for case in cases]
    turns = sum(len(case.turns) for case in cases)
    first = [run.first for run in runs if run.first is not None]
    percentiles = quantiles([milliseconds for run in runs for milliseconds in run.searches], n=20)
    return [
        f"{turns / sum(run.filling for run in runs):.0f}",
        f"{sum(run.texts for run in runs) / turns:.2f}",
        f"{fmean(first):.0f}" if first else "–",
        f"{percentiles[9]:.1f}",
        f"{percentiles[18]:.1f}",
        f"{fmean([share for run in runs for share in run.recall]):.1f}",
    ]


@dataclass
class _Run:
    """The measurements of one library with one case."""

    filling: float  # seconds
    texts: int
    first: float | None  # milliseconds
    searches: list[float]  # milliseconds
    recall: list[float]  # percent


def _measured(peer: type[Peer], case: Case, embedder: Embedder) -> _Run:
    embedded: list[int] = []  # numbers of texts

    def count(call: ObservedCall) -> None:
        if call.method == "embed":
            embedded.append(len(call.arguments[0]))

    keeping = CachedEmbedder(observed(embedder, count), ":memory:")  # a repeated search does not embed
    questions = [question for question in case.questions if question.evidence]
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        memory = peer(Path(folder), keeping)
        started = time.perf_counter()
        for number in range(0, len(case.turns), BATCH):
            memory.add(case.turns[number : number + BATCH])
        filling, texts = time.perf_counter() - started, sum(embedded)
        recall = [_recall(memory.search(each.text, LIMIT), each.evidence) for each in questions]
        first = None
        if peer.persistent:
            memory.close()
            started = time.perf_counter()
            memory = peer(Path(folder), keeping)
            memory.search(questions[0].text, LIMIT)
            first = 1000 * (time.perf_counter() - started)
        searches: list[float] = []
        for question in questions:
            started = time.perf_counter()
            memory.search(question.text, LIMIT)
            searches.append(1000 * (time.perf_counter() - started))
        memory.close()
    return _Run(filling, texts, first, searches, recall)


def _recall(found: Sequence[str], evidence: Sequence[str]) -> float:
    """The percentage of the evidence among the first hits."""
    return 100 * len(set(evidence).intersection(list(dict.fromkeys(found))[:LIMIT])) / len(set(evidence))


if __name__ == "__main__":
    main()
