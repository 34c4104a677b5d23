"""The measures of `bench`: what they tell, and what they keep."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hashing_embedder import HashingEmbedder
from memgraph_core.cli import bench_speed
from memgraph_core.cli.app import app
from memgraph_core.cli.bench_quality import extracted
from memgraph_core.cli.bench_scores import any_session, estimate, measured, token_f1
from memgraph_core.extract.protocol import Extractor
from memgraph_core.models.protocol import Embedder
from memgraph_core.store.contract import Store

TURNS = [
    ("t1", "Ada", "I live in Turin, near the river."),
    ("t2", "Ben", "I play the cello in an orchestra."),
    ("t3", "Ada", "The market opens on Saturday."),
]
QUESTIONS = [
    ("q1", "Where does Ada live?", "single", ["t1"], "Turin"),
    ("q2", "What does Ben play?", "single", ["t2"], "the cello"),
    ("q3", "What does Ada play in the orchestra?", "adversarial", ["t2"], "the cello"),
]


@pytest.fixture
def cases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    case = {
        "name": "small",
        "turns": [{"id": uid, "session": "s", "speaker": who, "text": text} for uid, who, text in TURNS],
        "questions": [
            {"id": uid, "text": text, "category": category, "evidence": evidence, "answer": answer}
            for uid, text, category, evidence, answer in QUESTIONS
        ],
    }
    Path("cases.jsonl").write_text(json.dumps(case) + "\n", encoding="utf-8")
    return "cases.jsonl"


def output_of(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["bench", *arguments])
    assert result.exit_code == 0, result.output
    return result.output


def test_two_runs_are_compared_by_question(cases):
    for name, first in (("a", "t1"), ("b", "t3")):
        lines = [json.dumps({"id": "q1", "ranked": [first]}), json.dumps({"id": "q2", "ranked": ["t2"]})]
        Path(f"{name}.jsonl").write_text("\n".join(lines), encoding="utf-8")
    assert "+33.3" in output_of("compare", cases, "a.jsonl", "b.jsonl").splitlines()[-1]
    assert "+0.0 [+0.0, +0.0]" in output_of("compare", cases, "a.jsonl", "a.jsonl")


def test_knows_is_compared_with_a_threshold(cases):
    shown = output_of("knows", cases, "--embedder", "none")
    assert "answerable" in shown
    assert "adversarial" in shown
    assert "a threshold of" in shown


def test_contexts_are_compared_with_plain_rankings_for_each_budget(cases):
    shown = output_of("context", cases, "--budgets", "3,200", "--embedder", "none", "--consolidate")
    header, small, large, *by_category = shown[shown.index("  budget") :].splitlines()
    assert header.split() == ["budget", "memory", "bm25", "dense", "weighted"]
    assert by_category
    assert small.split()[:3] == ["3", "0.0", "in"]
    assert float(large.split()[1]) >= 60


@pytest.mark.parametrize("budgets", ["", "a", "100,", "0"])
def test_other_budgets_are_refused(cases, budgets):
    result = CliRunner().invoke(app, ["bench", "context", cases, "--budgets", budgets])
    assert result.exit_code != 0
    assert "is not a list of budgets" in result.output


def test_a_search_is_timed_together_with_a_plain_vector_store(cases):
    shown = output_of("latency", cases, "--embedder", "none")
    assert "vector store" in shown
    assert "times as long" in shown


def test_answers_are_scored_without_a_model(cases):
    assert "F1" in output_of("answer", cases, "--embedder", "none")


def test_the_numbers_are_stored_with_their_origin(cases):
    output_of("answer", cases, "--embedder", "none", "--results", "results.jsonl")
    output_of("latency", cases, "--embedder", "none", "--results", "results.jsonl")
    kept = [json.loads(line) for line in Path("results.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["what"] for line in kept] == ["answer", "latency"]
    assert all(line["code"] and line["machine"] and line["settings"] for line in kept)


def test_an_answer_is_extracted_without_the_words_of_the_question():
    context = "2026-01-01 · s\n- [t1] Ada: I live in Turin.\n- [t2] Ben: I play the cello."
    assert extracted("Who plays what?", context) == "I the cello."


def test_scores_are_those_of_the_textbook():
    assert measured(["a", "x", "b"], ["a", "b"]) == {
        "R@5": 1.0,
        "R@10": 1.0,
        "A@5": 1.0,
        "A@10": 1.0,
        "nDCG@10": pytest.approx(0.92, abs=0.01),
    }
    assert token_f1("the green tea", "green tea") == 1.0
    assert token_f1("milk", "green tea") == 0.0
    assert estimate({"a": [1.0, 0.0]}) == estimate({"a": [1.0, 0.0]})
    assert estimate({"a": [0.5], "b": [0.5]}) == (0.5, 0.5, 0.5)


def test_an_import_is_timed_by_part_of_the_engine(cases, monkeypatch):
    monkeypatch.setattr(bench_speed, "embedder_of", lambda settings, bulk: HashingEmbedder(64))
    numbers = json.loads(output_of("ingest", cases, "--json"))
    assert set(numbers) == {"with embedding", "without"}
    for row in numbers.values():
        assert row["turns"] == 3
        assert row["notes"] > 0
        assert sum(row[part] for part in (*bench_speed.PARTS, "rest")) == pytest.approx(
            row["seconds"], abs=0.05
        )


def test_each_timed_part_of_a_write_is_a_method():
    for part in bench_speed.PARTS:
        assert any(callable(getattr(kind, part, None)) for kind in (Store, Embedder, Extractor)), part


def test_a_growing_database_is_timed_and_filled_incrementally(cases):
    command = ("scale", "--small", "4", "--runs", "2", "--store", "scale.db", "--json")
    first = json.loads(output_of(*command, "--sizes", "10"))
    second = json.loads(output_of(*command, "--sizes", "10,120"))
    (ten,) = first.values()
    assert ten["notes_a_second"] > 0
    assert [row["notes"] >= size for row, size in zip(second.values(), (120,), strict=True)] == [True]
    assert all(row["search"]["p95"] >= row["search"]["p50"] > 0 for row in second.values())


def test_a_turn_and_a_search_are_counted_at_the_database_and_the_models(cases):
    shown = output_of("cost", cases, "--embedder", "none")
    numbers = json.loads(output_of("cost", cases, "--embedder", "none", "--json", "--results", "cost.jsonl"))
    assert "statements" in shown
    assert numbers["turn"]["transactions"] == 3
    assert numbers["turn"]["statements"] > 0  # statements of a file are calls in the process: no limit
    assert numbers["search"]["transactions"] <= 3
    assert numbers["search"]["context tokens"] > 0
    assert json.loads(Path("cost.jsonl").read_text(encoding="utf-8"))["store"] == "sqlite"


def test_an_invalid_list_of_sizes_is_refused(cases):
    result = CliRunner().invoke(app, ["bench", "scale", "--sizes", "many"])
    assert result.exit_code == 2
    assert "10000,100000" in result.output


def test_a_hit_in_a_session_of_the_evidence_counts_as_other_projects_count_it():
    sessions = {"t1": "a", "t2": "a", "t3": "b"}
    assert any_session(["t3", "t2"], ["t1"], sessions) == {"Session@5": 1.0, "Session@10": 1.0}
    assert any_session(["t3"], ["t1"], sessions)["Session@10"] == 0.0
    assert measured(["t3", "t2"], ["t1"])["R@10"] == 0.0


def test_recall_is_also_reported_by_session(cases):
    assert "Session@10 100.0" in output_of("recall", cases, "--out", "run.jsonl", "--embedder", "none")


def test_windows_reports_what_a_window_repeats():
    result = CliRunner().invoke(app, ["bench", "windows", "--turns", "12", "--embedder", "none", "--json"])
    assert result.exit_code == 0, result.output
    numbers = json.loads(result.stdout)["windows"]
    assert numbers["windows"] == 6
    assert 0.5 < numbers["repeated"] < 1


def test_summaries_keep_the_names_and_numbers_of_what_they_quote(tmp_path):
    said = [
        "My rent is 1,150 euros.",
        "Clara lives in Verona.",
        "I work at Fiat.",
        "My dog is called Rex.",
        "I like tea.",
    ]
    turns = [
        {"id": f"t{n}", "session": "1", "speaker": "Ada", "time": f"2026-05-0{n + 1}T09:00:00Z", "text": text}
        for n, text in enumerate(said)
    ]
    questions = [{"id": "q", "text": "Where does Clara live?", "evidence": ["t1"]}]
    cases = tmp_path / "cases.jsonl"
    cases.write_text(json.dumps({"name": "rent", "turns": turns, "questions": questions}), encoding="utf-8")
    result = CliRunner().invoke(app, ["bench", "summaries", str(cases), "--json"])
    assert result.exit_code == 0, result.output
    scores = json.loads(result.stdout.splitlines()[-1])["rent, session"]
    assert (scores["summaries"], scores["names"], scores["numbers"], scores["dates"]) == (1, 1, 1, 1)
