"""Runs every benchmark of the language packages.

    python benchmarks/language FOLDER [--failures]

FOLDER contains conversation cases (`*.jsonl`). A file without the annotations that a benchmark needs is skipped. What a
person must judge (names, pronouns, facts) is printed as a small sample of the second half; see `--help` of each script for
larger samples.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def main() -> None:
    """Run all; the first failure ends the run."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--failures", action="store_true", help="also the cases that fail")
    given = parser.parse_args()
    files = sorted(given.folder.glob("*.jsonl"))
    if not files:
        parser.error(f"{given.folder} contains no *.jsonl file")
    conversations = [file for file in files if has_speakers(file)]
    run("coverage", "--edges", "--turns", "400", *files)
    run("salience", *conversations)
    for file in conversations:
        if "temporal" in categories(file):
            run("times", file, *(["--failures"] if given.failures else []))
        for script in ("entities", "relations"):
            run(script, file, "--sample", "5", "--seed", "7", "--half", "2")
        run("coreference", file, "--half", "second", "--sample", "5", "--seed", "7")


def has_speakers(file: Path) -> bool:
    """Whether a file contains conversations; documents have no speakers."""
    with file.open(encoding="utf-8") as lines:
        return json.loads(next(lines))["turns"][0]["speaker"] is not None


def categories(file: Path) -> set[str]:
    """The categories of the questions in a file."""
    with file.open(encoding="utf-8") as lines:
        return {str(question["category"]) for line in lines for question in json.loads(line)["questions"]}


def run(script: str, *arguments: object) -> None:
    """Run a script of this folder and print its name first."""
    print(f"\n== {script} {' '.join(str(a) for a in arguments if not isinstance(a, Path))}", flush=True)
    subprocess.run([sys.executable, HERE / f"{script}.py", *map(str, arguments)], check=True)


if __name__ == "__main__":
    main()
