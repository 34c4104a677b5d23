"""Lists in pages, counts, single records, and messages of other libraries."""

from dataclasses import dataclass
from enum import Enum

import pytest

from factories import NOW, STAMP, day
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import InvalidInput
from memgraph_core.memory import Memory
from memgraph_core.records.search import Filters
from memgraph_core.store.sqlite import open_sqlite
from memgraph_core.transfer.jsonl import archive_in, lines_of
from memgraph_core.transfer.reading import archive_of
from memgraph_core.transfer.writing import load


@pytest.fixture
def memory(database, namespace) -> Memory:
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    for number, city in enumerate(("Milan", "Turin", "Rome", "Genoa", "Pisa")):
        memory.add(
            f"I visited {city}.",
            speaker="Ada" if number % 2 else "Ben",
            said_at=day(number),
            uid=f"t{number}",
        )
    return memory


def all_of(verb, **arguments):
    found, cursor = [], None
    while True:
        page = verb(cursor=cursor, **arguments)
        found += page
        if (cursor := page.cursor) is None:
            return found


def test_lists_are_read_page_by_page(memory):
    assert [turn.uid for turn in all_of(memory.list_turns, limit=2)] == ["t4", "t3", "t2", "t1", "t0"]
    assert [turn.uid for turn in all_of(memory.list_turns, limit=2, order="oldest")] == [
        "t0",
        "t1",
        "t2",
        "t3",
        "t4",
    ]
    assert [note.turns for note in all_of(memory.list_notes, limit=2)] == [
        (f"t{n}",) for n in (4, 3, 2, 1, 0)
    ]
    names = [entity.name for entity in all_of(memory.list_entities, limit=2)]
    assert names == [entity.name for entity in memory.entities()]
    assert memory.list_turns(limit=5).cursor is None


def test_lists_and_counts_take_filters_with_plain_days(memory):
    since = Filters(since="2026-01-03")
    assert [turn.uid for turn in memory.list_turns(filters=since)] == ["t4", "t3", "t2"]
    assert [turn.uid for turn in memory.list_turns(filters=Filters(entity="Rome"))] == ["t2"]
    assert (memory.count(), memory.count("notes"), memory.count("turns", filters=since)) == (5, 5, 3)
    assert memory.count("entities") == memory.stats().entities
    with pytest.raises(InvalidInput, match="filters apply to turns and notes, not to facts"):
        memory.count("facts", filters=since)


@pytest.mark.parametrize("cursor", ["", "x", "2026-01-01", "2026-01-01T00:00 t1", "-1", "9" * 30])
def test_an_invalid_cursor_is_refused(memory, cursor):
    for verb in (memory.list_turns, memory.list_notes, memory.list_entities):
        with pytest.raises(InvalidInput, match="cursor is"):
            verb(cursor=cursor)


def test_a_record_is_found_by_its_uid(memory):
    (note,) = memory.list_notes(limit=1).items
    (entity,) = memory.list_entities(limit=1).items
    assert memory.get("t1").text == "I visited Turin."
    assert (memory.get(note.uid), memory.get(entity.uid).name) == (note, entity.name)
    assert memory.get("unknown") is None


def test_a_page_gives_dicts_and_records_print_in_short(memory):
    page = memory.list_turns(limit=1)
    assert page.as_dicts()[0]["text"] == "I visited Pisa."
    assert "vector" not in page.as_dicts()[0]
    assert (len(page), str(page.items[0])) == (1, "2026-01-05 Ben: I visited Pisa.")
    memory.add("I live in Milan.", speaker="Ada", said_at=day(9))
    facts = [str(fact) for fact in memory.facts("Milan")]
    assert "Ada LIVES_IN Milan (said 2026-01-10)" in facts
    assert str(memory.search("Where does Ada live?")[0]) == "1. 2026-01-10 Ada: I live in Milan."


def test_many_questions_are_searched_at_once(memory):
    questions = ["Who visited Rome?", "Who visited Pisa?"]
    assert memory.search_many(questions, limit=2) == tuple(memory.search(each, limit=2) for each in questions)


class Role(Enum):
    USER = "user"


@dataclass
class Message:
    role: object
    content: object
    name: str | None = None
    tool_calls: object = None


def test_messages_of_other_libraries_are_accepted(memory):
    call = Message("assistant", None, tool_calls=[{"id": "c1"}])
    messages = [Message(Role.USER, "I visited Oslo.", "Ada"), call, Message("assistant", "How nice.")]
    receipt = memory.add(messages, session="trip")
    assert [(turn.speaker, turn.text) for turn in memory.conversation("trip")] == [
        ("Ada", "I visited Oslo."),
        ("assistant", "How nice."),
    ]
    assert len(receipt.turns) == 2
    assert len(memory.add(Message("user", "I visited Bergen.")).turns) == 1


def test_metadata_is_stored_returned_filtered_and_exported(memory, tmp_path):
    messages = [
        {"role": "user", "content": "I visited Oslo.", "metadata": {"channel": "mail", "page": 3}},
        {"role": "user", "content": "I visited Bergen."},
    ]
    memory.add(messages, speaker="Ada", metadata={"channel": "chat"})
    oslo, bergen = memory.list_turns(order="newest", limit=2, filters=Filters(session="default"))
    assert {oslo.text: dict(oslo.metadata), bergen.text: dict(bergen.metadata)} == {
        "I visited Oslo.": {"channel": "mail", "page": 3},
        "I visited Bergen.": {"channel": "chat"},
    }
    by_mail = Filters(metadata={"channel": "mail"})
    assert [hit.text for hit in memory.search("Which city did Ada visit?", filters=by_mail)] == [
        "I visited Oslo."
    ]
    assert memory.count("notes", filters=Filters(metadata={"channel": "chat"})) == 1
    assert memory.count(filters=Filters(metadata={"page": "3"})) == 0
    path = tmp_path / "export.jsonl"
    path.write_text("\n".join(lines_of(archive_of(memory.store))), encoding="utf-8")
    copy = Memory(MemoryEngine(open_sqlite(tmp_path / "copy.db", STAMP)), "copy")
    load(copy.store, archive_in(path))
    assert copy.count(filters=by_mail) == 1
    memory.update(oslo.uid, "I visited Tromsø.")
    assert memory.get(oslo.uid).metadata == oslo.metadata


@pytest.mark.parametrize(
    "metadata", [5, [], {1: 2}, {"a": object()}, {"a": float("nan")}, {"a": "x" * 10_001}, {"a": "\ud800"}]
)
def test_metadata_that_is_no_json_object_is_refused(memory, metadata):
    with pytest.raises(InvalidInput, match="metadata"):
        memory.add("Hello.", metadata=metadata)
    with pytest.raises(InvalidInput, match="metadata"):
        memory.add({"role": "user", "content": "Hello.", "metadata": metadata})
