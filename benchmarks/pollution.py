"""Whether a user's own questions, stored as turns, push the statements that answer them out of hits and contexts.

usage: python benchmarks/pollution.py [--rounds N]

Twenty statements of one user are stored, and twenty questions are searched: how often is the statement among the first 1, 3
and 5 hits, and in the context? Then every question is asked N times in three wordings, each stored as a turn of the user
with an evasive answer of the assistant, as chat integrations store them, and the searches are repeated.
"""

import argparse
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from memgraph_core.cli.invocation import memory_of
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.memory import Memory

CASES = Path(__file__).with_name("pollution.jsonl")
EVASIVE = "Let me think about that. I will come back to it."


def measured(memory: Memory, cases: list[dict[str, Any]]) -> str:
    """How many statements are among the first hits and in the context, of the first wording of each question."""
    places: list[int] = []
    in_context = words = questions = 0
    for case in cases:
        hits = memory.search(case["questions"][0], limit=10)
        places.append(next((rank for rank, hit in enumerate(hits) if case["answer"] in hit.text), 10))
        text = memory.context(case["questions"][0]).text
        in_context += case["answer"] in text
        words += len(text.split())
        questions += sum(hit.text.rstrip().endswith("?") for hit in hits[:5])
    at = "/".join(str(sum(place < k for place in places)) for k in (1, 3, 5))
    return (
        f"hit@1/3/5 {at}, in the context {in_context} of {len(cases)}, {words / len(cases):.0f} words a context, "
        f"{questions} questions among the first 5 hits"
    )


def main() -> None:
    """Measure before and after the questions are stored."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    rounds = parser.parse_args().rounds
    cases = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    with TemporaryDirectory() as folder, MemoryEngine.open(Path(folder) / "pollution.db") as engine:
        memory = memory_of(engine, "pollution")
        for number, case in enumerate(cases):
            memory.add(case["statement"], session=f"s{number // 4}")
        print(f"before: {measured(memory, cases)}")
        for turn in range(rounds):
            for case in cases:
                wording = case["questions"][turn % len(case["questions"])]
                memory.add(
                    [{"role": "user", "content": wording}, {"role": "assistant", "content": EVASIVE}],
                    session=f"asked {turn}",
                )
        print(f"after {rounds} rounds: {measured(memory, cases)}")


if __name__ == "__main__":
    main()
