"""Both stores derive the same graph from the sample conversations, and answer questions with the same facts.

The other lines of a context may differ: the full-text indexes round the lengths of texts differently, so of hits with nearly
equal scores one or the other may be within a limit.
"""

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


def graph(memory):
    """Everything that was derived, in one order."""
    notes = sorted(memory.list_notes(limit=500), key=lambda note: note.uid)
    uids = [note.uid for note in notes]
    return {
        "notes": [(note.uid, note.text, note.kind, note.state) for note in notes],
        "facts": sorted((fact.uid, str(fact), fact.holds_from, fact.holds_until) for fact in memory.facts()),
        "entities": sorted(
            (each.uid, each.name, each.type, each.mentions) for each in memory.entities(limit=500)
        ),
        "links": memory.store.links(uids),
        "similar": sorted(map(str, memory.store.incident_edges("note", uids).similar)),
    }


@pytest.mark.parametrize("file", ["english.jsonl", "chinese.jsonl"])
def test_both_stores_derive_the_same_graph(both, file):
    first, second = map(graph, both[file])
    for kind, records in first.items():
        assert records == second[kind], kind


@pytest.mark.parametrize(
    ("file", "question"),
    [*(("english.jsonl", each) for each in ENGLISH), *(("chinese.jsonl", each) for each in CHINESE)],
)
def test_a_question_has_the_same_facts_and_the_same_answer_of_knows_on_both_stores(both, file, question):
    first, second = both[file]
    assert current_facts(first.context(question)) == current_facts(second.context(question))
    assert first.knows(question).reason == second.knows(question).reason


def current_facts(context):
    """The lines of a context with the current facts that answer the question."""
    return [line for line in context.text.splitlines() if "fact:" in line or "事实" in line]
