"""A question has the same context on both stores: byte for byte, on the sample conversations."""

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from factories import DIMENSION, STAMP
from hashing_embedder import HashingEmbedder
from memgraph_core import samples
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.memory import Memory
from memgraph_core.store.sqlite import open_sqlite
from memgraph_core.turns.conversation_files import read_cases

pytestmark = pytest.mark.neo4j

NOW = datetime(2026, 9, 1, tzinfo=UTC)
ENGLISH = (
    "Where does Ada live?",
    "Where did Ada live before?",
    "What does Ben do for a living?",
    "What does Ada like to eat?",
    "Who is Clara?",
    "When does Ada go to the gym?",
    "What happened in May?",
    "Can you summarise what Ada told Ben?",
    "Plan a dinner for Ada and Ben.",
    "Ada and I want to go somewhere together this summer.",
    "How did the job change?",
    "What is Ada allergic to?",
)
CHINESE = (
    "她住在哪里？",
    "最近有什么变化？",
    "她喜欢吃什么？",
    "家里有谁？",
    "五月发生了什么？",
    "工作怎么样？",
)


@pytest.fixture(scope="module", params=["words", "vectors"])
def both(request, neo4j_backend, tmp_path_factory):
    """The samples in a memory on each store: pairs of memories, by file."""
    embedder = HashingEmbedder(DIMENSION) if request.param == "vectors" else None
    path = tmp_path_factory.mktemp("same") / "memory.db"
    with closing(open_sqlite(path, STAMP)) as sqlite:
        yield {
            file: [
                filled(Memory(MemoryEngine(database, embedder=embedder, clock=lambda: NOW), name), file)
                for database in (sqlite, neo4j_backend.shared)
            ]
            for file, name in (
                (each, f"same-{request.param}-{each}") for each in ("english.jsonl", "chinese.jsonl")
            )
        }


def filled(memory, file):
    [case] = read_cases((Path(samples.__file__).parent / file).read_bytes(), file)
    memory.add(case.turns)
    return memory


@pytest.mark.parametrize(
    ("file", "question"),
    [*(("english.jsonl", each) for each in ENGLISH), *(("chinese.jsonl", each) for each in CHINESE)],
)
def test_a_question_has_the_same_context_on_both_stores(both, file, question):
    first, second = (memory.context(question) for memory in both[file])
    assert first.text == second.text
    assert [memory.knows(question).reason for memory in both[file]][0] == both[file][1].knows(question).reason
    assert [hit.uid for hit in both[file][0].search(question)] == [
        hit.uid for hit in both[file][1].search(question)
    ]
