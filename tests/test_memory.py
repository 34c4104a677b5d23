"""The class Memory: adding, inspecting, forgetting, opening and closing."""

import pytest

from factories import DIMENSION, NOW, day, make_turn
from hashing_embedder import HashingEmbedder
from memgraph_core.config import Settings
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import ConfigError, InvalidInput, StoreError
from memgraph_core.memory import Memory
from memgraph_core.records.forget import Forgotten


@pytest.fixture
def engine(database) -> MemoryEngine:
    return MemoryEngine(database, embedder=HashingEmbedder(DIMENSION), clock=lambda: NOW)


@pytest.fixture
def memory(engine, namespace) -> Memory:
    return Memory(engine, namespace)


@pytest.fixture
def neighbour(engine, namespaces) -> Memory:
    """Another namespace of the same engine."""
    return Memory(engine, namespaces("-neighbour"))


def add_and_get(memory: Memory, content, **options):
    """Add content and return the logged turns."""
    return memory.turns([turn.uid for turn in memory.add(content, **options).turns])


# Adding


def test_a_text_is_a_turn_of_the_user_at_the_present_time(memory):
    (turn,) = add_and_get(memory, "I live in Turin.")
    assert (turn.text, turn.speaker, turn.role, turn.session) == (
        "I live in Turin.",
        "user",
        "user",
        "default",
    )
    assert (turn.said_at, turn.position, turn.trust) == (NOW, 0, "said")


def test_arguments_set_the_fields_of_the_turn(memory):
    (turn,) = add_and_get(
        memory, "I live in Turin.", speaker="Ada", said_at=day(3), session="s1", agent="bot", uid="t1"
    )
    assert (turn.uid, turn.speaker, turn.said_at, turn.session, turn.agent) == (
        "t1",
        "Ada",
        day(3),
        "s1",
        "bot",
    )


def test_messages_are_turns_in_their_order(memory):
    turns = add_and_get(
        memory,
        [
            {"role": "user", "content": "Where is the market?"},
            {"role": "assistant", "content": "In Porta Palazzo."},
            {"role": "user", "name": "Ada", "content": "I live near it.", "said_at": "2026-01-02T09:00:00Z"},
        ],
    )
    assert [turn.speaker for turn in turns] == ["user", "assistant", "Ada"]
    assert [turn.position for turn in turns] == [0, 1, 2]
    assert turns[2].said_at == day(1)


def test_a_turn_may_have_no_time_and_no_speaker(memory):
    given = make_turn("t1", "Turin lies on the Po.", speaker=None, said_at=None, role="tool", session="Turin")
    (turn,) = add_and_get(memory, given)
    assert (turn.speaker, turn.said_at, turn.role, turn.recorded_at) == (None, None, "tool", NOW)
    assert memory.search("Po")[0].said_at is None
    assert memory.context("Po").text.splitlines()[0] == "Turin"


@pytest.mark.parametrize(
    ("role", "trust"),
    [
        ("user", "said"),
        ("tool", "observed"),
        ("system", "observed"),
        ("assistant", "inferred"),
        ("web", "external"),
    ],
)
def test_the_role_sets_the_trust(memory, role, trust):
    (receipt,) = memory.add("Ada lives in Turin.", role=role, speaker="Bea").turns
    assert memory.turns([receipt.uid])[0].trust == trust
    assert {note.trust for note in memory.notes(receipt.notes)} == {trust}
    states = trust not in ("inferred", "external")  # inferred and external content yields no facts
    assert {fact.trust for fact in memory.facts("Ada")} == ({trust} if states else set())
    assert memory.search("Turin")[0].trust == trust


def test_a_statement_of_an_assistant_ends_no_fact(memory):
    memory.add("I live in Turin.", speaker="Ada", said_at=day(0))
    memory.add("Ada lives in Rome.", role="assistant", said_at=day(1))
    assert [fact.holds_until for fact in memory.facts("Turin")] == [None]


def test_memories_of_one_engine_are_separate(memory, neighbour):
    memory.add("I live in Turin.", speaker="Ada")
    neighbour.add("I live in Milan.", speaker="Ada")
    assert {hit.text for hit in memory.search("Where does Ada live?")} == {"I live in Turin."}
    assert neighbour.entity("Turin") is None
    neighbour.forget(everything=True)
    assert memory.stats().turns == 1


def test_the_default_namespace_comes_from_the_settings_and_a_blank_one_is_refused(database):
    engine = MemoryEngine(database, settings=Settings(namespace="ada"))
    assert Memory(engine).namespace == "ada"
    with pytest.raises(InvalidInput, match="namespace is blank"):
        Memory(engine, "")


# Inspecting


@pytest.fixture
def filled(memory) -> Memory:
    memory.add(
        [
            {"content": "I live in Turin.", "uid": "t1", "said_at": day(0)},
            {"content": "I went to Turin with Clara.", "uid": "t2", "said_at": day(1)},
            {"content": "I live in Milan now.", "uid": "t3", "said_at": day(100), "session": "s2"},
            {
                "content": "Clara works at Fiat.",
                "uid": "t4",
                "said_at": day(100),
                "session": "s2",
                "speaker": "Ben",
            },
        ],
        speaker="Ada",
        session="s1",
    )
    return memory


def names(entities) -> list[str]:
    return [entity.name for entity in entities]


def test_entities_are_counted_and_ordered(filled):
    counted = {entity.name: entity.mentions for entity in filled.entities()}
    assert (counted["Turin"], counted["Clara"], counted["Milan"], counted["Ada"]) == (2, 2, 1, 0)
    assert set(names(filled.entities(order="count", limit=2))) == {"Turin", "Clara"}
    assert names(filled.entities(order="recent"))[0] in ("Clara", "Fiat", "Milan")
    assert names(filled.entities(order="relevance", half_life_days=5, now=day(101)))[0] == "Clara"
    assert set(names(filled.entities(type="Place"))) == {"Turin", "Milan"}


def test_an_entity_is_found_by_any_spelling_of_its_name(filled):
    assert filled.entity("TURIN's") == filled.entity("turin") is not None
    assert filled.entity("Nowhere") is None


def test_the_stream_lists_mentions_newest_first(filled):
    assert [item.turn for item in filled.stream(entity="Turin")] == ["t2", "t1"]
    assert {item.name for item in filled.stream(since=day(50))} == {"Milan", "Clara", "Fiat"}
    assert {item.turn for item in filled.stream(until=day(1))} == {"t1"}
    assert len(filled.stream(limit=2)) == 2
    assert filled.stream(entity="Nowhere") == ()


def test_the_bounds_of_stream_and_timeline_may_be_iso_texts(filled):
    since = day(50).isoformat()
    assert filled.stream(since=since) == filled.stream(since=day(50)) != ()
    assert filled.timeline(until=since) == filled.timeline(until=day(50)) != ()


@pytest.mark.parametrize(
    "verb", ["entities", "stream", "timeline", "facts", "changes", "ledger", "conversation"]
)
def test_a_limit_below_one_is_refused_by_every_verb_that_lists(memory, verb):
    with pytest.raises(InvalidInput, match="limit is 0; give 1 or more"):
        getattr(memory, verb)(limit=0)


def test_the_timeline_counts_mentions_per_day(filled):
    assert [(day_.day, day_.mentions) for day_ in filled.timeline(entity="Clara")] == [
        (day(1).date(), 1),
        (day(100).date(), 1),
    ]
    assert filled.timeline(entity="Nowhere") == ()


def test_an_entity_is_shown_with_its_facts_neighbours_and_notes(filled):
    view = filled.show("Clara")
    assert view is not None
    assert {fact.type for fact in view.facts} == {"VISITED", "WORKS_AT"}
    assert {view.names[uid] for uid, _ in view.neighbours} >= {"Fiat", "Turin"}
    assert [note.turns for note in view.notes] == [("t4",), ("t2",)]
    assert filled.show("Nowhere") is None


def test_facts_include_ended_ones(filled):
    lives = [fact for fact in filled.facts("Ada") if fact.type == "LIVES_IN"]
    assert {fact.holds_until for fact in lives} == {None, day(100)}
    assert set(filled.facts()) >= set(filled.facts("Clara"))
    assert filled.facts("Nowhere") == ()


def test_a_change_has_a_reason_and_no_text(filled):
    (change,) = filled.changes()
    assert (change.kind, change.by, change.reason) == (
        "supersede",
        "engine",
        "superseded by a newer LIVES_IN",
    )
    assert "Turin" not in change.before.json + change.after.json


# Forgetting


@pytest.mark.parametrize(
    ("selection", "forgotten"),
    [
        ({"turns": ["t1", "t4"]}, ("t1", "t4")),
        ({"session": "s2"}, ("t3", "t4")),
        ({"speaker": "Ben"}, ("t4",)),
        ({"entity": "Clara"}, ("t2", "t4")),
        ({"entity": "ada"}, ("t1", "t2", "t3")),
        ({"everything": True}, ("t1", "t2", "t3", "t4")),
        ({"turns": ["unknown"]}, ()),
        ({"session": "unknown"}, ()),
        ({"speaker": "unknown"}, ()),
        ({"entity": "unknown"}, ()),
    ],
    ids=repr,
)
def test_selected_turns_are_forgotten_and_others_kept(filled, selection, forgotten):
    assert filled.forget(**selection).turns == forgotten
    assert filled.turns(forgotten) == ()
    kept = {"t1", "t2", "t3", "t4"} - set(forgotten)
    assert {
        turn
        for hit in filled.search("Ada Clara lives works Turin Milan Fiat", limit=99)
        for turn in hit.turns
    } == kept
    assert filled.stats().turns == len(kept)
    assert {item.turn for item in filled.stream()} <= kept


def test_forgetting_an_unknown_entity_forgets_nothing(filled):
    assert filled.forget(entity="Nowhere") == Forgotten()


def test_a_forgotten_turn_may_be_added_again(filled):
    filled.forget(everything=True)
    (receipt,) = filled.add("I live in Turin.", speaker="Ada", uid="t1").turns
    assert (receipt.new, receipt.state) == (True, "extracted")
    assert filled.stats().turns == 1


@pytest.mark.parametrize(
    ("selection", "given"),
    [
        ({}, 0),
        ({"turns": []}, 0),
        ({"session": "s1", "speaker": "Ada"}, 2),
        ({"turns": ["t1"], "everything": True}, 2),
        ({"turns": ["t1"], "session": "s1", "speaker": "Ada", "entity": "Turin", "everything": True}, 5),
    ],
)
def test_forgetting_requires_exactly_one_criterion(filled, selection, given):
    with pytest.raises(InvalidInput, match=rf"exactly one of .*{given} were given"):
        filled.forget(**selection)
    assert filled.stats().turns == 4


@pytest.mark.parametrize("filters", [{}, {"archived": False}, {"metadata": {}}])
def test_filters_that_restrict_nothing_forget_nothing(filled, filters):
    with pytest.raises(InvalidInput, match="everything=True"):
        filled.forget(filters=filters)
    assert filled.stats().turns == 4


# Opening and closing


def test_a_file_contains_its_turns_when_it_is_opened_again(tmp_path):
    path = str(tmp_path / "memory.db")
    with Memory.open(path, "ada", embedder=HashingEmbedder()) as memory:
        memory.add("I live in Turin.", speaker="Ada")
    with Memory.open(path, "ada", embedder=HashingEmbedder()) as memory:
        assert memory.search("Where does Ada live?")[0].text == "I live in Turin."


def test_a_file_may_be_given_as_a_path_object(tmp_path):
    with Memory.open(tmp_path / "memory.db", embedder="none") as memory:
        assert memory.engine.settings.store.url == str(tmp_path / "memory.db")


def test_an_embedder_may_be_given_by_name(tmp_path):
    with Memory.open(str(tmp_path / "memory.db"), embedder="none") as memory:
        assert memory.engine.embedder is None
    with pytest.raises(ConfigError, match="wizard"):
        Memory.open(str(tmp_path / "memory.db"), embedder="wizard")


def test_a_closed_memory_raises_an_error_and_may_be_closed_again():
    memory = Memory.open(":memory:", "ada", embedder=HashingEmbedder())
    memory.close()
    memory.close()
    for use in (lambda: memory.add("I live in Turin."), lambda: memory.search("Turin"), memory.stats):
        with pytest.raises(StoreError, match="closed"):
            use()
