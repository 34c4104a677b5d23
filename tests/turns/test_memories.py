"""Exports of other memory libraries keep texts, ids, times and declared relations, and report the rest."""

import json

import pytest

from memgraph_core.errors import InvalidInput
from memgraph_core.memory import Memory
from memgraph_core.turns.formats.read import format_of, read_turns

MEM0 = {
    "results": [
        {
            "id": "m1", "memory": "I live in Turin.", "hash": "abc", "score": 0.9, "user_id": "ada", "run_id": "s1",
            "created_at": "2026-03-20T09:00:00+01:00", "metadata": {"source": "mail"}, "categories": ["home"],
        },
        {"id": "m2", "memory": "Suggested jazz.", "agent_id": "bot", "created_at": "2026-03-21T09:00:00Z"},
        {"id": "m3", "memory": " ", "user_id": "ada"},
    ],
    "relations": [{"source": "Ada", "relationship": "works_at", "target": "Kestrel"}],
}  # fmt: skip
GRAPHITI = {
    "nodes": [
        {"uuid": "n1", "name": "Ada", "labels": ["Entity", "Person"], "name_embedding": [0.1], "summary": "A woman."},
        {"uuid": "n2", "name": "Turin", "labels": ["Entity"]},
    ],
    "edges": [
        {
            "uuid": "e1", "source_node_uuid": "n1", "target_node_uuid": "n2", "name": "LIVES_IN", "fact": "Ada lived in Turin.",
            "created_at": "2026-06-15T10:00:00Z", "valid_at": "2024-01-01T00:00:00Z", "invalid_at": "2026-06-14T00:00:00Z",
            "fact_embedding": [0.5],
        },
        {"uuid": "e2", "source_node_uuid": "n1", "target_node_uuid": "n9", "name": "KNOWS", "fact": "Ada knows Ben."},
    ],
    "episodes": [{"uuid": "p1", "content": "Ada: I moved out of Turin.", "valid_at": "2026-06-14T09:00:00Z"}],
}  # fmt: skip
MCP = """\
{"type":"entity","name":"Carl","entityType":"person","observations":["works at Fiat since 2020","Carl speaks Italian"]}
{"type":"entity","name":"Fiat","entityType":"company","observations":[]}
{"type":"relation","from":"Carl","to":"Eva","relationType":"knows"}
"""


def read(value, file="export.json"):
    return read_turns((value if isinstance(value, str) else json.dumps(value)).encode(), file)


@pytest.fixture(scope="module")
def remembered():
    """The facts of a memory with all three exports."""
    with Memory.open(":memory:", embedder="none") as memory:
        for number, value in enumerate((MEM0, GRAPHITI, MCP)):
            memory.add(read(value, f"export{number}.json").turns)
        facts = memory.facts(limit=100)  # the user id of Mem0 is a name of Ada, too
        yield {(fact.subject_name.lower(), fact.type, fact.object_name): fact for fact in facts}


def test_memories_of_mem0_become_turns_of_their_users_and_agents():
    found = read(MEM0)
    assert [(t.uid, t.role, t.speaker, t.session, t.text) for t in found.turns[:2]] == [
        ("mem0:m1", "user", "ada", "s1", "I live in Turin."), ("mem0:m2", "assistant", "bot", "export", "Suggested jazz."),
    ]  # fmt: skip
    assert found.turns[0].said_at.isoformat() == "2026-03-20T08:00:00+00:00"
    assert found.turns[0].metadata == {
        "source": "mail",
        "categories": ["home"],
        "user_id": "ada",
        "run_id": "s1",
    }
    assert [("memory 3" in each, "memory is ' '" in each) for each in found.refused] == [(True, True)]
    assert found.not_carried == {"hash": 1, "score": 1}
    assert read(MEM0["results"][:1]).turns == found.turns[:1]  # a plain list is an export, too


def test_one_bad_row_of_mem0_does_not_stop_the_others():
    good = {"id": "m1", "memory": "I live in Turin.", "user_id": "ada"}
    rows = [good, good, "no object", {"memory": "I like tea.", "user_id": "ada"}]
    found = read({"results": rows, "relations": [{"source": "Ada", "relationship": "lives in"}]})
    assert [turn.text for turn in found.turns] == ["I live in Turin.", "I like tea."]
    assert [reason.split(":")[0] for reason in found.refused] == [
        "export.json, memory 2",
        "export.json, memory 3",
        "export.json, relation 1",
    ]


def test_one_bad_line_of_the_mcp_server_does_not_stop_the_others():
    observations = ["Carlos is a friend", "Carl's car is red", "word " * 4_000]
    entity = {"type": "entity", "name": "Carl", "entityType": "person", "observations": observations}
    found = read(f'{json.dumps(entity)}\n{{"type":"relation"}}\n{{"type":"ent', "memory.jsonl")
    assert [turn.text[:24] for turn in found.turns] == [
        "Carl: Carlos is a friend",
        "Carl's car is red",
        "Carl: word word word wor",
    ]
    assert [reason.split(":")[0] for reason in found.refused] == [
        "memory.jsonl, line 2",
        "memory.jsonl, line 3",
    ]


def test_edges_of_graphiti_become_facts_with_their_validity():
    found = read(GRAPHITI)
    assert [t.text for t in found.turns] == ["Ada lived in Turin.", "Ada: I moved out of Turin."]
    assert ["edge 2" in each and "not in the file" in each for each in found.refused] == [True]
    assert found.not_carried == {"embedding": 2, "summary of an entity": 1}
    with Memory.open(":memory:", embedder="none") as memory:
        memory.add(found.turns[:1])
        [lived] = memory.facts("Ada")
    assert str(lived) == "Ada LIVES_IN Turin since 2024 until 2026-06-13"  # a year, as Graphiti writes it


def test_relations_and_observations_become_facts(remembered):
    assert ("ada", "WORKS_AT", "Kestrel") in remembered
    assert ("carl", "WORKS_AT", "Fiat") in remembered
    assert ("carl", "KNOWS", "Eva") in remembered
    assert read(MCP, "memory.jsonl").not_carried == {
        "entity without an observation": 1,
        "type of an entity": 1,
    }


def test_the_formats_are_recognised_by_content_and_repeated_reading_gives_the_same_turns():
    for value, expected in ((MEM0, "mem0"), (GRAPHITI, "graphiti"), (MCP, "mcp-memory")):
        content = (value if isinstance(value, str) else json.dumps(value)).encode()
        assert format_of(content, "x.json") == expected
        assert read(value).turns == read(value).turns
    assert format_of(b'[{"role": "user", "content": "x"}]', "x.json") is None


def test_counters_of_memary_are_refused_with_what_to_import_instead():
    with pytest.raises(InvalidInput, match=r"past_chat\.json"):
        read([{"entity": "Ada", "date": "2024-01-01"}], "memory_stream.json")
