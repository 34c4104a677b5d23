"""Show how the CPU time of the default extractor grows with the length of a turn.

    python benchmarks/reading_speed.py [--sizes 1000,10000,100000] [--only english,chinese …]

Each line is a text of one repeated pattern, from prose to patterns that are hard for regular expressions; each column is
the CPU time in seconds for one turn of that many characters. Linear time shows as columns that grow as the sizes do. With
an English parser installed its time is included.
"""

import argparse
import time
from datetime import UTC, datetime

from memgraph_core.extract.rules import RulesExtractor
from memgraph_core.records.extraction import ExtractionWindow
from memgraph_core.records.graph import Turn

PATTERNS = {
    "english": "My sister Clara moved to Turin in March and works for a bakery, and she loves it there. ",
    "chinese": "我妹妹上周搬到了北京，在一家书店工作，她很喜欢那里。",
    "mixed": "Ada住在Turin。",
    "name": "Ada. ",
    "relative": "我妹妹",
    "names": "Ada and Ben and ",
    "capitals": "ADA BEN CLARA ",
    "pronouns": "he said she ",
    "dates": "on Monday 5 May 2024 at 3pm ",
    "quotes": '"Ada said "hi" ',
    "brackets": "(((",
    "list": "1. a 2. b ",
    "commas": "Ada, ",
    "dots": "....",
    "addresses": "http://a.b/c ",
}
SAID_AT = datetime(2026, 2, 10, 9, tzinfo=UTC)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", default="1000,10000,100000", help="characters, separated by commas")
    parser.add_argument("--only", default="", help="names of patterns, separated by commas")
    given = parser.parse_args()
    sizes = [int(size) for size in given.sizes.split(",")]
    names = [name for name in given.only.split(",") if name] or list(PATTERNS)
    for pattern in ("english", "chinese"):  # loads dictionaries and models
        cpu_seconds(PATTERNS[pattern])
    print(f"{'':10}" + "".join(f"{size:>10}" for size in sizes))
    for name in names:
        text = PATTERNS[name] * (max(sizes) // len(PATTERNS[name]) + 1)
        print(f"{name:10}" + "".join(f"{cpu_seconds(text[:size]):>10.3f}" for size in sizes), flush=True)


def cpu_seconds(text: str) -> float:
    """The CPU time for one turn."""
    turn = Turn(uid="t", session="s", position=0, speaker="Ada", role="user", text=text, said_at=SAID_AT)
    begun = time.process_time()
    RulesExtractor().extract(ExtractionWindow(turns=(turn,)))
    return time.process_time() - begun


if __name__ == "__main__":
    main()
