"""What the rules draw from conversations: how much, how tied together, and how fast.

    python benchmarks/language/coverage.py FILE… [--edges] [--turns N]

Prints for each file turns read a second (one core, without embedding), notes, the share of noted statements with a fact
(what a picture shows is noted, too, and states nothing), of turns skipped, and of notes about an entity other than who
speaks. With --edges the file is remembered for real, with the default model where it is installed, and the share of
notes with a typed or semantic edge is counted, too.
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
TIED = """
SELECT count(*), sum(EXISTS (SELECT 1 FROM edge WHERE type = 'SIMILAR' AND n.id IN (source, target))
  OR EXISTS (SELECT 1 FROM edge WHERE type = 'FACT_FROM' AND target = n.id)) FROM note n
"""


def main() -> None:
    """Read, count, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--edges", action="store_true")
    parser.add_argument("--turns", type=int, default=1_000_000, help="of each case, at most")
    given = parser.parse_args()
    for file in given.files:
        cases = in_one_namespace(read_cases(file.read_bytes(), str(file)))
        print(
            f"{file.stem:<20} {told(cases, given.turns)}{tied(cases, given.turns) if given.edges else ''}",
            flush=True,
        )


def told(cases: Sequence[Case], most: int) -> str:
    """What the extractor draws, in one line."""
    turns = notes = facts = skipped = about = captions = 0
    begun = time.process_time()
    for window, extraction in read(cases, most):
        speakers = {turn.speaker for turn in window}
        turns, notes, skipped = (
            turns + len(window),
            notes + len(extraction.notes),
            skipped + len(extraction.skipped),
        )
        captions += sum(turn.caption is not None for turn in window)
        facts += len({(fact.turn, fact.ordinal) for fact in extraction.facts})
        about += sum(any(name not in speakers for name, _ in note.about) for note in extraction.notes)
    used = time.process_time() - begun
    return (
        f"{turns:6,} turns, {turns / used:5.0f} a second; {notes:6,} notes, "
        f"{facts / (notes - captions):5.1%} of statements with a fact, "
        f"{about / notes:5.1%} about others than speakers; {skipped / turns:5.1%} of turns skipped"
    )


def read(cases: Sequence[Case], most: int) -> Iterator[tuple[Sequence[Turn], Extraction]]:
    """Windows of turns, and what is drawn from each."""
    for case in cases:
        turns = case.turns[:most]
        for start in range(0, len(turns), BATCH):
            window = ExtractionWindow(
                turns=turns[start : start + BATCH], preceding=turns[max(0, start - 2) : start]
            )
            yield window.turns, RulesExtractor().extract(window)


def tied(cases: Sequence[Case], most: int) -> str:
    """The share of notes with an edge, in a memory of their own."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "coverage.db")
        with Memory.open(str(path), "coverage") as memory:
            for case in cases:
                for start in range(0, min(most, len(case.turns)), BATCH):
                    memory.add(case.turns[start : start + BATCH])
        notes, with_edge = apsw.Connection(str(path)).execute(TIED).fetchone() or (1, 0)
    return f"; {with_edge / notes:5.1%} of notes have an edge"


if __name__ == "__main__":
    main()
