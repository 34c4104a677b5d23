"""Every measure of the language rooms, one after the other.

    python benchmarks/language FOLDER [--failures]

FOLDER holds conversation cases (`*.jsonl`); the measures that need marks which a file lacks leave it out. What has to
be read by eye (names, pronouns, facts) is printed as a small sample of the second half; `--help` of each script tells
how to draw a larger one.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def main() -> None:
    """Run them all; the first that fails ends the run."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--failures", action="store_true", help="also the cases that fail")
    given = parser.parse_args()
    files = sorted(given.folder.glob("*.jsonl"))
    if not files:
        parser.error(f"{given.folder} holds no *.jsonl")
    talks = [file for file in files if speaks(file)]
    run("coverage", "--edges", "--turns", "400", *files)
    run("salience", *talks)
    for file in talks:
        if "temporal" in categories(file):
            run("times", file, *(["--failures"] if given.failures else []))
        for script in ("entities", "relations"):
            run(script, file, "--sample", "5", "--seed", "7", "--half", "2")
        run("coreference", file, "--half", "second", "--sample", "5", "--seed", "7")


def speaks(file: Path) -> bool:
    """Whether people talk in a file: documents have no speakers."""
    with file.open(encoding="utf-8") as lines:
        return json.loads(next(lines))["turns"][0]["speaker"] is not None


def categories(file: Path) -> set[str]:
    """The categories of its questions."""
    with file.open(encoding="utf-8") as lines:
        return {str(question["category"]) for line in lines for question in json.loads(line)["questions"]}


def run(script: str, *arguments: object) -> None:
    """One of the scripts of this folder, under its name."""
    print(f"\n== {script} {' '.join(str(a) for a in arguments if not isinstance(a, Path))}", flush=True)
    subprocess.run([sys.executable, HERE / f"{script}.py", *map(str, arguments)], check=True)


if __name__ == "__main__":
    main()
