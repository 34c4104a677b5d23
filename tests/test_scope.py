"""`user_id`, `agent_id` and `run_id`, as other memory libraries have them; short texts of records."""

import pytest

from factories import NOW, make_turn
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import InvalidInput
from memgraph_core.memory import Memory
from memgraph_core.records.search import Filters


@pytest.fixture
def memory(database, namespace) -> Memory:
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    messages = [
        {"role": "user", "content": "I live in Milan."},
        {"role": "assistant", "content": "Milan has a famous cathedral."},
    ]
    memory.add(messages, user_id="ada", agent_id="helper", run_id="r1")
    memory.add("I live in Rome.", user_id="ben")
    memory.add("I live in Oslo.", speaker="Carl")
    return memory


def texts(found) -> set[str]:
    return {each.text for each in found}


def test_turns_keep_what_they_were_added_with(memory):
    question, answer = memory.list_turns(run_id="r1", order="oldest")
    assert (question.speaker, question.session, question.agent) == ("ada", "r1", "helper")
    assert (answer.speaker, answer.metadata) == ("assistant", {"user_id": "ada"})
    (other,) = memory.list_turns(user_id="ben")
    assert (other.speaker, other.session, other.agent) == ("ben", "ben", None)


@pytest.mark.parametrize(
    ("scope", "expected"),
    [
        ({"user_id": "ada"}, {"I live in Milan."}),
        ({"user_id": "ben"}, {"I live in Rome."}),
        ({"agent_id": "helper"}, {"I live in Milan."}),
        ({"run_id": "r1"}, {"I live in Milan."}),
        ({"user_id": "ben", "run_id": "r1"}, set()),
        ({"user_id": "nobody"}, set()),
        ({}, {"I live in Milan.", "I live in Rome.", "I live in Oslo."}),
    ],
)  # fmt: skip
def test_every_searching_verb_is_restricted_to_the_scope(memory, scope, expected):
    question = "Where does somebody live?"
    said = {hit.text for hit in memory.search(question, **scope) if hit.trust == "said"}
    assert said == expected
    assert said == {hit.text for hit in memory.search(question, filters=scope) if hit.trust == "said"}
    assert {hit.text for hit in memory.search_many([question], **scope)[0] if hit.trust == "said"} == expected
    places = {"Milan", "Rome", "Oslo"}
    named = {place for place in places if f"in {place}" in " ".join(expected)}
    context = memory.context(question, **scope).text
    assert {place for place in places if place in context} == named
    assert {hit.text for hit in memory.knows(question, **scope).evidence} <= expected
    found = memory.explain_search(question, **scope).hits(10)
    assert {hit.text for hit in found if hit.trust == "said"} == expected


def test_a_context_window_of_a_user_names_nothing_of_other_users(memory):
    window = memory.context_window("Where do I live?", user_id="ben").text
    assert "Rome" in window
    assert "Milan" not in window
    assert "Oslo" not in window


def test_the_question_of_a_user_is_about_that_user(memory):
    assert memory.knows("Where do I live?", user_id="ben").evidence[0].text == "I live in Rome."


def test_lists_and_counts_are_restricted_to_the_scope(memory):
    assert texts(memory.list_turns(user_id="ben")) == {"I live in Rome."}
    assert texts(memory.list_notes(filters={"user_id": "ben"})) == {"ben: I live in Rome."}
    assert memory.count("turns", user_id="ada") == 2


def test_a_run_is_added_with_its_scope(memory):
    memory.remember_question("Where is the key?", user_id="ben", run_id="r2")
    memory.remember_run("Under the mat.", user_id="ben", run_id="r2", agent_id="bot")
    turns = memory.list_turns(user_id="ben", run_id="r2")
    assert {(turn.speaker, turn.agent) for turn in turns} == {("ben", None), ("bot", "bot")}


def test_forgetting_a_user_deletes_the_turns_of_that_user(memory):
    assert len(memory.forget(user_id="ada").turns) == 2
    assert memory.count("turns") == 2
    assert memory.forget(filters={"user_id": "ada"}).turns == ()
    assert len(memory.forget(filters=Filters(speaker="Carl")).turns) == 1


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda m: m.search("x", user="ada"), TypeError, "unexpected keyword argument 'user'"),
        (lambda m: m.add("x", user_id=5), InvalidInput, "user_id is 5; give text"),
        (lambda m: m.add("x", user_id=""), InvalidInput, "user_id is blank"),
        (lambda m: m.search("x", filters={"user": "ada"}), InvalidInput, r"filters has \['user'\]; give some of since"),
        (lambda m: m.search("x", filters={"user_id": 5}), InvalidInput, "user_id is 5; give text"),
        (lambda m: m.search("x", filters={"session": "a"}, run_id="b"), InvalidInput, "session is 'a' and run_id is 'b'"),
        (lambda m: m.add("x", session="a", run_id="b"), InvalidInput, "session is 'a' and run_id is 'b'"),
        (lambda m: m.add(make_turn(), user_id="ada"), InvalidInput, "set its metadata"),
        (lambda m: m.forget(session="a", user_id="b"), InvalidInput, "exactly one"),
    ],
)  # fmt: skip
def test_wrong_and_contradictory_arguments_are_refused(memory, call, error, message):
    with pytest.raises(error, match=message):
        call(memory)


def test_records_have_a_short_repr(memory):
    memory.add("A long story. " * 500, speaker="Carl")
    question = "Where does somebody live?"
    shown = [
        memory, *memory.search(question), memory.context(question), memory.knows(question), memory.stats(),
        memory.list_turns(), *memory.list_notes(), memory.context_window(question), *memory.entities(),
        *memory.facts(), memory.show("ada"), memory.explain_search(question), memory.add("Hello."),
    ]  # fmt: skip
    assert [repr(each)[:80] for each in shown if len(repr(each)) > 2_000] == []
    assert repr(make_turn(text="x" * 100)).startswith(f"Turn(uid='t1', session='s1', text='{'x' * 60}'…")
