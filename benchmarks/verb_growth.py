"""Show how the CPU time of every verb that takes text grows with the length of the text.

    python benchmarks/verb_growth.py [--size 16000] [--limit 1.2] [--verbs add,search …] [--only english,chinese …]

Each line is a verb and a text of one repeated pattern: the CPU seconds for a quarter of the size and for the size, and the
exponent of the growth between them (1 is linear). The least time of one to six runs counts. The exit code is 1 if an
exponent is above the limit. Times below 50 ms are not judged: fixed costs hide the growth.
"""

import argparse
import sys
import time
from collections.abc import Callable
from math import inf, log

from reading_speed import PATTERNS

from memgraph_core.memory import Memory

Verb = Callable[[Memory, str], object]

VERBS: dict[str, Verb] = {
    "add": lambda memory, text: memory.add(text, speaker="Ada"),
    "remember_question": lambda memory, text: memory.remember_question(text),
    "remember_run": lambda memory, text: memory.remember_run(text, question="Where does Ada live?"),
    "update": lambda memory, text: memory.update("t1", text),
    "search": lambda memory, text: memory.search(text),
    "search recent": lambda memory, text: memory.search("And then?", recent=[text]),
    "context": lambda memory, text: memory.context(text),
    "knows": lambda memory, text: memory.knows(text),
    "explain_search": lambda memory, text: memory.explain_search(text),
    "context_window": lambda memory, text: memory.context_window(text),
}
LEAST_SECONDS = 0.05
MOST_RUNS = 6


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", type=int, default=16_000, help="characters of the longer text")
    parser.add_argument("--limit", type=float, default=1.2, help="the largest exponent")
    parser.add_argument("--verbs", default="", help="names of verbs, separated by commas")
    parser.add_argument("--only", default="", help="names of patterns, separated by commas")
    given = parser.parse_args()
    verbs = [name for name in given.verbs.split(",") if name] or list(VERBS)
    patterns = [name for name in given.only.split(",") if name] or list(PATTERNS)
    exceeded = 0
    for warm in ("english", "chinese"):  # loads dictionaries and models
        cpu_seconds(VERBS["add"], PATTERNS[warm])
    for verb in verbs:
        for pattern in patterns:
            short, long, exponent = growth(VERBS[verb], PATTERNS[pattern], given.size, given.limit)
            mark = "above the limit" if exponent > given.limit else ""
            exceeded += bool(mark)
            print(f"{verb:18}{pattern:10}{short:>9.3f}{long:>9.3f}{exponent:>7.2f} {mark}", flush=True)
    sys.exit(1 if exceeded else 0)


def growth(verb: Verb, pattern: str, size: int, limit: float) -> tuple[float, float, float]:
    """The CPU seconds for a quarter of the size and for the size, and the exponent; 0 for times that are not judged.

    Other programs only ever add time to a measurement. So the least times of several runs count, and an exponent above the
    limit is measured again, up to `MOST_RUNS` times.
    """
    text = pattern * (size // len(pattern) + 1)
    shorter, longer = text[: size // 4], text[:size]
    cpu_seconds(verb, shorter)  # loads what this kind of text needs
    short = long = inf
    for _ in range(MOST_RUNS):
        short, long = min(short, cpu_seconds(verb, shorter)), min(long, cpu_seconds(verb, longer))
        exponent = log(long / max(short, 1e-6)) / log(4) if long >= LEAST_SECONDS else 0.0
        if exponent < limit:
            break
    return short, long, exponent


def cpu_seconds(verb: Verb, text: str) -> float:
    """The CPU time of one call in a small new memory."""
    with Memory.open(":memory:", namespace="growth", embedder="none") as memory:
        memory.add("I live in Milan with my sister Clara.", speaker="Ada", uid="t1")
        memory.add("我妹妹住在北京。", speaker="李雷", uid="t2")
        begun = time.process_time()
        verb(memory, text)
        return time.process_time() - begun


if __name__ == "__main__":
    main()
