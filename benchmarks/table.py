"""Generate the tables of the READMEs from a results file.

    python benchmarks/table.py benchmarks/results.jsonl                       prints them
    python benchmarks/table.py benchmarks/results.jsonl --write README.md benchmarks/README.md

`memgraph-core bench … --results FILE` appends lines to a results file. Of several lines with the same measurement on the same
kind of store, the last one counts. A table is written between the lines `<!-- table: NAME -->` and `<!-- end of table -->`.
"""

import argparse
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

Line = Mapping[str, Any]
_TABLE_MARKS = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end of table -->)", re.DOTALL)
_PLAIN = {"bm25": "BM25", "dense": "vectors", "rrf": "RRF", "weighted": "weighted sum"}
_STORES = {"sqlite": "SQLite", "neo4j": "Neo4j"}
# Names of data sets by the beginning of the file name. Other data sets are shown by their file name.
_SETS = {
    "locomo": "LoCoMo, {cases} conversations",
    "realtalk": "REALTALK, {cases} chats",
    "memdaily": "MemDaily, Chinese daily messages",
    "passages": "MuSiQue and HotpotQA, passages",
    "madial_en": "MADial, English messages",
    "madial_zh": "MADial, Chinese messages",
    "beam": "BEAM, {cases} chats with an assistant",
}
# Parts of the time of a write: the name in a results file, and the name in the table.
_PARTS = {
    "extract": "extract",
    "embed": "embed",
    "append": "log",
    "snapshot": "snapshot",
    "apply": "apply",
    "rest": "plan",
}


def latest(lines: Iterable[Line]) -> list[Line]:
    """The last line of each measurement, data set and store, ordered by their first occurrence."""
    kept: dict[tuple[object, ...], Line] = {}
    for line in lines:
        same = (line["what"], line.get("method"), line.get("cases"))
        kept[*same, line["store"], line["embedder"], line["extractor"]] = line
    return list(kept.values())


def recall(lines: Sequence[Line]) -> str:
    """R@10 on each data set, in percent: of the best plain method, and of the engine with the 95 % interval over the cases."""
    found: dict[str, dict[str, Mapping[str, Any]]] = {}
    for line in sorted(_of(lines, "recall"), key=_order_of_set):
        if line["store"] == "sqlite":
            found.setdefault(_set_of(line), {})[line["method"]] = line["numbers"]["all"]
    rows = [
        (
            name,
            _percent(by_method.get("bm25")),
            _best_plain(by_method),
            _percent(by_method.get("no graph")),
            _percent(by_method.get("graph"), interval=True),
        )
        for name, by_method in found.items()
    ]
    heads = ("questions", "BM25", "best plain method", "memgraph-core, graph off", "memgraph-core")
    return _table(heads, rows)


def _best_plain(by_method: Mapping[str, Mapping[str, Any]]) -> str:
    """R@10 of the best plain method among those that were measured, with its name."""
    best = max((each for each in _PLAIN if each in by_method), key=lambda each: by_method[each]["R@10"][0])
    return f"{_percent(by_method[best])} ({_PLAIN[best]})"


def _order_of_set(line: Line) -> int:
    return next((n for n, start in enumerate(_SETS) if line["cases"].startswith(start)), len(_SETS))


def _set_of(line: Line) -> str:
    name = [*_SETS.values(), line["cases"]][_order_of_set(line)]
    numbers = line["numbers"]
    return f"{name.format(**numbers)}, {numbers['all']['questions']:,} questions"


def _percent(scores: Mapping[str, Any] | None, *, interval: bool = False) -> str:
    if scores is None:
        return "–"
    mean, low, high = scores["R@10"]
    return f"{mean:.1f} [{low:.1f}, {high:.1f}]" if interval else f"{mean:.1f}"


def scale(lines: Sequence[Line]) -> str:
    """Milliseconds of writes and searches by the number of notes in the database."""
    rows = [
        (
            _STORES[line["store"]],
            f"{size['notes']:,}",
            _pair(size["write"]),
            _pair(size["search"]),
            _pair(size["search_later"]) if "search_later" in size else "–",
            f"{_pair(size['small_search'])} ({size['small']:,})",
            f"{size['search']['cpu']:.1f}",
        )
        for line in _of(lines, "scale")
        for size in line["numbers"].values()
    ]
    return _table(
        (
            "store",
            "notes",
            "write, p50 / p95 ms",
            "search",
            "search, warm process",
            "search in a small space (its notes)",
            "processor time of a search, ms",
        ),
        rows,
    )


def ingest(lines: Sequence[Line]) -> str:
    """Turns and notes per second, and the share of each part in the time."""
    rows = [
        (
            _STORES[line["store"]],
            str(line["cases"]),
            how,
            f"{row['turns a second']:,.0f}",
            f"{row['notes a second']:,.0f}",
            ", ".join(f"{label} {100 * row[part] / row['seconds']:.0f}" for part, label in _PARTS.items()),
        )
        for line in _of(lines, "ingest")
        for how, row in line["numbers"].items()
    ]
    return _table(
        ("store", "cases", "", "turns per second", "notes per second", "share of the time, %"), rows
    )


def cost(lines: Sequence[Line]) -> str:
    """Transactions, statements, calls and tokens of a turn and of a search."""
    names = ("transactions", "statements", "embeddings", "texts", "tokens")
    rows = [
        (
            _STORES[line["store"]],
            what,
            *(f"{row[name]:g}" for name in names),
            f"{row.get('model calls', 0):g}",
            f"{row['context tokens']:g}" if "context tokens" in row else "–",
        )
        for line in _of(lines, "cost")
        for what, row in line["numbers"].items()
    ]
    heads = (
        "embedder calls",
        "texts embedded",
        "tokens in them",
        "language model calls",
        "tokens of the context",
    )
    return _table(("store", "operation", *names[:2], *heads), rows)


def conditions_table(lines: Sequence[Line]) -> str:
    """The commit, the machine and the load of each measurement."""
    load: dict[tuple[str, ...], float] = {}
    for line in lines:
        conditions = (line["what"], _STORES[line["store"]], line["code"], line["machine"])
        load[conditions] = max(load.get(conditions, 0), line["load"] or 0)
    heads = ("measurement", "store", "code", "machine", "load average")
    return _table(heads, [(*conditions, f"{busy:g}") for conditions, busy in load.items()])


TABLES = {"recall": recall, "scale": scale, "ingest": ingest, "cost": cost, "conditions": conditions_table}


def written(text: str, lines: Sequence[Line]) -> str:
    """The text with its tables generated from these lines."""
    return _TABLE_MARKS.sub(lambda found: f"{found[1]}{TABLES[found[2]](lines)}\n{found[3]}", text)


def read(path: Path) -> list[Line]:
    """The lines of a results file, without those that a later line replaces."""
    return latest(json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())


def _of(lines: Sequence[Line], what: str) -> list[Line]:
    return [line for line in lines if line["what"] == what]


def _pair(timing: Mapping[str, float]) -> str:
    return f"{timing['p50']:.1f} / {timing['p95']:.1f}"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> None:
    """Print the tables, or write them into the given files."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("results", type=Path)
    parser.add_argument("--write", type=Path, nargs="+", metavar="FILE", help="files with marks for tables")
    given = parser.parse_args()
    lines = read(given.results)
    if given.write is None:
        print("\n\n".join(f"{name}\n\n{table(lines)}" for name, table in TABLES.items()))
        return
    for file in given.write:
        file.write_text(written(file.read_text(encoding="utf-8"), lines), encoding="utf-8")


if __name__ == "__main__":
    main()
