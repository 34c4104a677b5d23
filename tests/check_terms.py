"""Fail when a term that the glossary replaced is used again; `make check` runs this.

`removed_terms.txt` lists the terms with their replacements. Prints `file:line: term → replacement` for each use.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

TERMS = Path(__file__).with_name("removed_terms.txt")
ROOT = TERMS.parents[1]
SUFFIXES = {".py", ".md", ".cypher", ".sql"}
# Rules about words contain every word; builds and environments are not sources. CHANGELOG.md names what was renamed.
EXCLUDED = {"language", "samples", "build", "dist", "node_modules", "check_terms.py", "CHANGELOG.md"}
# The modules that apply the rules of the language package, and the one that reads the names of former exports.
EXCLUDED |= {"rules.py", "reading.py", "events.py", "date_corrections.py", "jsonl.py"}


def main() -> int:
    """Print the uses, and return 1 if there are any."""
    everywhere, outside_tests = TERMS.read_text(encoding="utf-8").split("## Enforced outside tests")
    sources = list(files())
    package = [path for path in sources if "tests" not in path.relative_to(ROOT).parts]
    found = [*uses(terms(everywhere), sources), *uses(terms(outside_tests), package)]
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


def terms(text: str) -> dict[str, str]:
    """Term → replacement, of the lines `term: replacement`. A line that starts with # is a comment."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return {
        term.strip(): replacement.strip() for term, _, replacement in (line.partition(":") for line in lines)
    }


def uses(replacements: dict[str, str], paths: Iterable[Path]) -> Iterator[str]:
    """Each use of these terms as `file:line: term → replacement`, by file and line.

    A term matches as a whole word, also inside a snake_case name. Upper and lower case differ.
    """
    longest_first = sorted(replacements, key=len, reverse=True)
    pattern = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(map(re.escape, longest_first))})(?![A-Za-z])")
    for path in paths:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            for match in pattern.finditer(line):
                yield f"{path.relative_to(ROOT)}:{number}: {match[0]} → {replacements[match[0]]}"


def files() -> Iterator[Path]:
    """The files that are checked, sorted by path."""
    for path in sorted(ROOT.rglob("*")):
        parts = path.relative_to(ROOT).parts
        is_hidden = any(part.startswith(".") for part in parts)
        if path.suffix in SUFFIXES and not is_hidden and not EXCLUDED & {*parts}:
            yield path


if __name__ == "__main__":
    sys.exit(main())
