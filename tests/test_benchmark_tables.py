"""The tables of the benchmarks are what the results file says, made by the script."""

import importlib.util
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "benchmarks"
SPEC = importlib.util.spec_from_file_location("table", FOLDER / "table.py")
table = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(table)


def test_the_tables_of_the_readme_are_those_of_the_results_file():
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert "<!-- table: scale -->" in text
    assert table.written(text, table.read(FOLDER / "results.jsonl")) == text


def test_of_two_measurements_of_the_same_the_last_one_counts():
    same = {"what": "cost", "cases": "a", "store": "sqlite", "embedder": "none", "extractor": "rules"}
    assert table.latest([same | {"code": "old"}, same | {"store": "neo4j"}, same | {"code": "new"}]) == [
        same | {"code": "new"},
        same | {"store": "neo4j"},
    ]
