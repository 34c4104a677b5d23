"""Measures what the rules extract from conversations: how much, how well linked, and how fast.

    python benchmarks/language/coverage.py FILE… [--edges] [--turns N]

Prints for each file the turns per second (one core, without embedding), the notes, the share of statements with a fact
(without captions of pictures), the share of skipped turns, and the share of notes about an entity other than the speakers.
With --edges, the file is added to a memory, with the default embedder if it is installed, and the share of notes with a
typed or semantic edge is printed too.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import apsw

from memgraph_core import Memory
from memgraph_core.extract.rules import RulesExtractor
from memgraph_core.records.extraction import Extraction, ExtractionWindow
from memgraph_core.records.graph import Turn
from memgraph_core.turns.conversation_files import Case, in_one_namespace, read_cases

BATCH = 32
LINKED = """
SELECT count(*), sum(EXISTS (SELECT 1 FROM edge WHERE type = 'SIMILAR' AND n.id IN (source, target))
  OR EXISTS (SELECT 1 FROM edge WHERE type = 'FACT_FROM' AND target = n.id)) FROM note n
"""


def main() -> None:
    """Read the files and print one line for each."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--edges", action="store_true")
    parser.add_argument("--turns", type=int, default=1_000_000, help="limit per case")
    given = parser.parse_args()
    for file in given.files:
        cases = in_one_namespace(read_cases(file.read_bytes(), str(file)))
        print(
            f"{file.stem:<20} {summary(cases, given.turns)}{edges(cases, given.turns) if given.edges else ''}",
            flush=True,
        )


def summary(cases: Sequence[Case], limit: int) -> str:
    """One line about what the extractor found."""
    turns = notes = facts = skipped = about = captions = 0
    started = time.process_time()
    for window, extraction in read(cases, limit):
        speakers = {turn.speaker for turn in window}
        turns, notes, skipped = (
            turns + len(window),
            notes + len(extraction.notes),
            skipped + len(extraction.skipped),
        )
        captions += sum(turn.caption is not None for turn in window)
        facts += len({(fact.turn, fact.ordinal) for fact in extraction.facts})
        about += sum(any(name not in speakers for name, _ in note.about) for note in extraction.notes)
    used = time.process_time() - started
    return (
        f"{turns:6,} turns, {turns / used:5.0f} per second; {notes:6,} notes, "
        f"{facts / (notes - captions):5.1%} of statements with a fact, "
        f"{about / notes:5.1%} about others than speakers; {skipped / turns:5.1%} of turns skipped"
    )


def read(cases: Sequence[Case], limit: int) -> Iterator[tuple[Sequence[Turn], Extraction]]:
    """Windows of turns, and the extraction of each."""
    for case in cases:
        turns = case.turns[:limit]
        for start in range(0, len(turns), BATCH):
            window = ExtractionWindow(
                turns=turns[start : start + BATCH], preceding=turns[max(0, start - 2) : start]
            )
            yield window.turns, RulesExtractor().extract(window)


def edges(cases: Sequence[Case], limit: int) -> str:
    """The share of notes with an edge, in a new memory."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "coverage.db")
        with Memory.open(str(path), "coverage") as memory:
            for case in cases:
                for start in range(0, min(limit, len(case.turns)), BATCH):
                    memory.add(case.turns[start : start + BATCH])
        notes, with_edge = apsw.Connection(str(path)).execute(LINKED).fetchone() or (1, 0)
    return f"; {with_edge / notes:5.1%} of notes have an edge"


if __name__ == "__main__":
    main()
