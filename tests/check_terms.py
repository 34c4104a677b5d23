"""Fail when a term that the glossary replaced is used again; `make check` runs this.

`removed_terms.txt` lists the terms with their replacements. Prints `file:line: term → replacement` for each use. With
`--all`, terms that are not enforced yet are printed too, and the exit code is still about the enforced ones.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

TERMS = Path(__file__).with_name("removed_terms.txt")
ROOT = TERMS.parents[1]
SUFFIXES = {".py", ".md", ".cypher", ".sql"}
# Rules about words contain every word; builds and environments are not ours.
EXCLUDED = {"language", "samples", "build", "dist", "node_modules"}


def main(arguments: list[str]) -> int:
    """Print the uses, and return 1 if a term that is enforced is among them."""
    enforced, others = (
        terms(part) for part in TERMS.read_text(encoding="utf-8").split("## Not yet enforced")
    )
    found = list(uses(enforced))
    for line in [*found, *(uses(others) if "--all" in arguments else ())]:
        print(line)
    return 1 if found else 0


def terms(text: str) -> dict[str, str]:
    """Term → replacement, of the lines `term: replacement`. A line that starts with # is a comment."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return {
        term.strip(): replacement.strip() for term, _, replacement in (line.partition(":") for line in lines)
    }


def uses(replacements: dict[str, str]) -> Iterator[str]:
    """Each use of these terms as `file:line: term → replacement`, by file and line.

    A term matches as a whole word, also inside a snake_case name. Upper and lower case differ.
    """
    if not replacements:
        return
    longest_first = sorted(replacements, key=len, reverse=True)
    pattern = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(map(re.escape, longest_first))})(?![A-Za-z])")
    for path in files():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            for match in pattern.finditer(line):
                yield f"{path.relative_to(ROOT)}:{number}: {match[0]} → {replacements[match[0]]}"


def files() -> Iterator[Path]:
    """The files that are checked, sorted by path."""
    for path in sorted(ROOT.rglob("*")):
        parts = path.relative_to(ROOT).parts
        is_hidden = any(part.startswith(".") for part in parts)
        if (
            path.suffix in SUFFIXES
            and path.name != Path(__file__).name
            and not is_hidden
            and not EXCLUDED & {*parts}
        ):
            yield path


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
