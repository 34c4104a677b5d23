"""The tables of the READMEs are generated from the results file."""

from pathlib import Path

from benchmark_modules import benchmark_module

FOLDER = Path(__file__).parents[1] / "benchmarks"
table = benchmark_module("table")


def test_the_tables_agree_with_the_results_file():
    lines = table.read(FOLDER / "results.jsonl")
    for path in (FOLDER / "README.md", FOLDER.parent / "README.md"):
        text = path.read_text(encoding="utf-8")
        assert "<!-- table: recall -->" in text
        assert table.written(text, lines) == text


def test_of_two_measurements_of_the_same_setting_the_last_counts():
    same = {"what": "cost", "cases": "a", "store": "sqlite", "embedder": "none", "extractor": "rules"}
    assert table.latest([same | {"code": "old"}, same | {"store": "neo4j"}, same | {"code": "new"}]) == [
        same | {"code": "new"},
        same | {"store": "neo4j"},
    ]
