"""The demo: each sample question finds the turns that answer it, on every store."""

import os
import re
import subprocess
import sys

import pytest

from memgraph_core.cli.batches import Tally, remember
from memgraph_core.cli.demo import ask, hit_by_graph, samples
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.memory import Memory
from memgraph_core.models import embedder_for
from memgraph_core.store.contract import EmbeddingStamp

CASES = samples()
QUESTIONS = {question.uid: question for case in CASES for question in case.questions}


@pytest.fixture
def engine(fresh_database):
    """An engine with the default embedder that has stored the samples."""
    embedder = embedder_for(None, download=False)
    assert embedder, "the demo needs the weights of the default embedder"
    engine = MemoryEngine(
        fresh_database(EmbeddingStamp(embedder.name, embedder.dimension)), embedder=embedder
    )
    add_samples(engine)
    return engine


def add_samples(engine):
    tally = Tally()
    for case in CASES:
        remember(Memory(engine, f"demo-{case.name}"), case.turns, tally, 32, lambda count: None)
    return tally


def answers(engine):
    return {
        question.uid: ask(Memory(engine, f"demo-{case.name}"), question)
        for case in CASES
        for question in case.questions
    }


def test_questions_find_their_evidence_second_hops_by_the_graph_and_samples_are_added_once(engine):
    found = answers(engine)
    missing = {
        uid: absent
        for uid, answer in found.items()
        if (absent := [turn for turn in QUESTIONS[uid].evidence if not quotes(answer.context, turn)])
    }
    assert missing == {}
    reached_by_graph = {uid for uid, answer in found.items() if hit_by_graph(answer.context.hits)}
    assert {uid for uid, question in QUESTIONS.items() if question.category == "two-hop"} <= reached_by_graph
    before = contents(engine)
    again = add_samples(engine)
    assert (again.new, again.known) == (0, sum(len(case.turns) for case in CASES))
    assert contents(engine) == before


def quotes(context, turn):
    return turn in context.turns and re.search(rf"\[[^\]]*\b{turn}\b[^\]]*\]", context.text)


def contents(engine):
    found = [Memory(engine, f"demo-{case.name}").stats() for case in CASES]
    return [(s.turns, s.notes, s.entities, s.facts, s.mentions, s.similar) for s in found]


def test_exactly_the_question_of_category_no_answer_has_no_evidence():
    assert [q.uid for q in QUESTIONS.values() if not q.evidence] == [
        q.uid for q in QUESTIONS.values() if q.category == "no-answer"
    ]


def test_the_command_prints_every_question_and_leaves_no_files(tmp_path):
    ran = subprocess.run(
        [sys.executable, "-m", "memgraph_core.cli", "demo"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=tmp_path,
        env=os.environ | {"COLUMNS": "100", "TMPDIR": str(tmp_path)},
        timeout=400,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert all(question.text in ran.stdout for question in QUESTIONS.values())
    assert max(len(line) for line in ran.stdout.splitlines()) <= 100
    assert list(tmp_path.iterdir()) == []
