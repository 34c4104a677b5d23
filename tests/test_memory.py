"""The public face: what can be handed in, looked at and forgotten."""

import pytest

from factories import DIMENSION, NOW, day, make_turn
from memgraph_core.config import Settings
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import ConfigError, InvalidInput, StoreError
from memgraph_core.memory import Memory
from memgraph_core.models.hashing import HashingEmbedder
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


def logged(memory: Memory, content, **options):
    """The turns that a call logged, as the log holds them."""
    return memory.turns([turn.uid for turn in memory.add(content, **options).turns])


# What can be handed in


def test_a_text_is_a_turn_of_the_user_said_now(memory):
    (turn,) = logged(memory, "I live in Turin.")
    assert (turn.text, turn.speaker, turn.role, turn.session) == (
        "I live in Turin.",
        "user",
        "user",
        "default",
    )
    assert (turn.said_at, turn.position, turn.trust) == (NOW, 0, "said")


def test_a_text_takes_what_is_said_about_it(memory):
    (turn,) = logged(
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
    turns = logged(
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


def test_a_message_may_have_several_parts_of_which_words_count(memory):
    parts = [{"type": "text", "text": "Look:"}, {"type": "image_url", "image_url": {}}, "my violin."]
    (turn,) = logged(memory, {"role": "user", "content": parts})
    assert turn.text == "Look:\nmy violin."


def test_a_turn_stays_as_it_is_also_without_a_time_and_a_speaker(memory):
    given = make_turn("t1", "Turin lies on the Po.", speaker=None, said_at=None, role="tool", session="Turin")
    (turn,) = logged(memory, given)
    assert (turn.speaker, turn.said_at, turn.role, turn.recorded_at) == (None, None, "tool", NOW)
    assert memory.search("Po")[0].said_at is None
    assert memory.context("Po").text.splitlines()[0] == "Turin"


def test_turns_and_messages_may_be_mixed(memory):
    turns = logged(memory, [make_turn("t1", session="default"), {"content": "I like tea.", "uid": "t2"}])
    assert [(turn.uid, turn.position) for turn in turns] == [("t1", 0), ("t2", 1)]


def test_the_same_words_twice_in_one_call_are_two_turns(memory):
    assert len(logged(memory, [{"content": "Yes, tea."}, {"content": "Yes, tea."}])) == 2


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
    states = trust not in ("inferred", "external")  # nobody has said it: it is no fact
    assert {fact.trust for fact in memory.facts("Ada")} == ({trust} if states else set())
    assert memory.search("Turin")[0].trust == trust


def test_an_assistant_changes_nothing_that_a_user_has_said(memory):
    memory.add("I live in Turin.", speaker="Ada", said_at=day(0))
    memory.add("Ada lives in Rome.", role="assistant", said_at=day(1))
    assert [fact.holds_until for fact in memory.facts("Turin")] == [None]


def test_several_memories_of_one_engine_are_apart(memory, neighbour):
    memory.add("I live in Turin.", speaker="Ada")
    neighbour.add("I live in Milan.", speaker="Ada")
    assert {hit.text for hit in memory.search("Where does Ada live?")} == {"I live in Turin."}
    assert neighbour.entity("Turin") is None
    neighbour.forget(everything=True)
    assert memory.stats().turns == 1


def test_a_memory_without_a_name_is_that_of_the_settings_and_a_blank_name_is_refused(database):
    engine = MemoryEngine(database, settings=Settings(namespace="ada"))
    assert Memory(engine).namespace == "ada"
    with pytest.raises(InvalidInput, match="namespace is blank"):
        Memory(engine, "")


# Looking


@pytest.fixture
def told(memory) -> Memory:
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


def test_the_entity_store_counts_and_orders(told):
    counted = {entity.name: entity.mentions for entity in told.entities()}
    assert (counted["Turin"], counted["Clara"], counted["Milan"], counted["Ada"]) == (2, 2, 1, 0)
    assert set(names(told.entities(order="count", limit=2))) == {"Turin", "Clara"}
    assert names(told.entities(order="recent"))[0] in ("Clara", "Fiat", "Milan")
    assert names(told.entities(order="relevance", half_life_days=5, now=day(101)))[0] == "Clara"
    assert set(names(told.entities(type="Place"))) == {"Turin", "Milan"}


def test_speakers_do_not_lead_because_they_say_i(told):
    assert names(told.entities())[-1] in ("Ada", "Ben")


def test_an_entity_is_known_by_any_spelling_of_its_name(told):
    assert told.entity("TURIN's") == told.entity("turin") is not None
    assert told.entity("Nowhere") is None


def test_the_stream_tells_who_came_up_newest_first(told):
    assert [item.turn for item in told.stream(entity="Turin")] == ["t2", "t1"]
    assert {item.name for item in told.stream(since=day(50))} == {"Milan", "Clara", "Fiat"}
    assert {item.turn for item in told.stream(until=day(1))} == {"t1"}
    assert len(told.stream(limit=2)) == 2
    assert told.stream(entity="Nowhere") == ()


def test_the_bounds_of_stream_and_timeline_may_be_iso_texts(told):
    since = day(50).isoformat()
    assert told.stream(since=since) == told.stream(since=day(50)) != ()
    assert told.timeline(until=since) == told.timeline(until=day(50)) != ()


@pytest.mark.parametrize(
    "verb", ["entities", "stream", "timeline", "facts", "changes", "ledger", "conversation"]
)
def test_a_limit_below_one_is_refused_by_every_verb_that_lists(memory, verb):
    with pytest.raises(InvalidInput, match="limit is 0; give 1 or more"):
        getattr(memory, verb)(limit=0)


def test_the_timeline_counts_mentions_per_day_oldest_first(told):
    assert [(day_.day, day_.mentions) for day_ in told.timeline(entity="Clara")] == [
        (day(1).date(), 1),
        (day(100).date(), 1),
    ]
    assert told.timeline(entity="Nowhere") == ()


def test_an_entity_is_shown_with_its_facts_neighbours_and_notes(told):
    view = told.show("Clara")
    assert view is not None
    assert {fact.type for fact in view.facts} == {"WORKS_AT"}
    assert {view.names[uid] for uid, _ in view.neighbours} >= {"Fiat", "Turin"}
    assert [note.turns for note in view.notes] == [("t4",), ("t2",)]
    assert told.show("Nowhere") is None


def test_facts_are_told_with_those_that_ended(told):
    lives = [fact for fact in told.facts("Ada") if fact.type == "LIVES_IN"]
    assert {fact.holds_until for fact in lives} == {None, day(100)}
    assert set(told.facts()) >= set(told.facts("Clara"))
    assert told.facts("Nowhere") == ()


def test_a_change_is_told_with_its_reason_and_without_words(told):
    (change,) = told.changes()
    assert (change.kind, change.by, change.reason) == (
        "supersede",
        "engine",
        "superseded by a newer LIVES_IN",
    )
    assert "Turin" not in change.before + change.after


def test_stats_count_what_there_is(told):
    stats = told.stats()
    assert (stats.turns, stats.sessions, stats.pending, stats.skipped) == (4, 2, 0, 0)
    assert (stats.first_at, stats.last_at) == (day(0), day(100))


# Forgetting


@pytest.mark.parametrize(
    ("selection", "gone"),
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
def test_what_is_selected_is_forgotten_and_the_rest_stays(told, selection, gone):
    assert told.forget(**selection).turns == gone
    assert told.turns(gone) == ()
    stay = {"t1", "t2", "t3", "t4"} - set(gone)
    assert {
        turn for hit in told.search("Ada Clara lives works Turin Milan Fiat", limit=99) for turn in hit.turns
    } == stay
    assert told.stats().turns == len(stay)
    assert {item.turn for item in told.stream()} <= stay


def test_forgetting_an_unknown_entity_tells_that_nothing_was_forgotten(told):
    assert told.forget(entity="Nowhere") == Forgotten()


def test_what_was_superseded_by_forgotten_words_holds_again(told):
    assert len(told.forget(turns=["t3"]).restored_facts) == 1
    assert [fact.holds_until for fact in told.facts("Turin") if fact.type == "LIVES_IN"] == [None]


def test_counters_are_right_after_forgetting(told):
    told.forget(turns=["t2"])
    counted = {entity.name: entity.mentions for entity in told.entities()}
    assert (counted["Turin"], counted["Clara"]) == (1, 1)


def test_what_is_forgotten_may_be_told_again(told):
    told.forget(everything=True)
    (receipt,) = told.add("I live in Turin.", speaker="Ada", uid="t1").turns
    assert (receipt.new, receipt.state) == (True, "extracted")
    assert told.stats().turns == 1


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
def test_forgetting_takes_exactly_one_selection(told, selection, given):
    with pytest.raises(InvalidInput, match=rf"exactly one of .*{given} were given"):
        told.forget(**selection)
    assert told.stats().turns == 4


# Opening and closing


def test_a_file_holds_what_was_told_when_it_is_opened_again(tmp_path):
    path = str(tmp_path / "memory.db")
    with Memory.open(path, "ada", embedder=HashingEmbedder()) as memory:
        memory.add("I live in Turin.", speaker="Ada")
    with Memory.open(path, "ada", embedder=HashingEmbedder()) as memory:
        assert memory.search("Where does Ada live?")[0].text == "I live in Turin."


def test_a_file_may_be_given_as_a_path(tmp_path):
    with Memory.open(tmp_path / "memory.db", embedder="none") as memory:
        assert memory.engine.settings.store.url == str(tmp_path / "memory.db")


def test_an_embedder_may_be_named(tmp_path):
    with Memory.open(str(tmp_path / "memory.db"), embedder="none") as memory:
        assert memory.engine.embedder is None
    with pytest.raises(ConfigError, match="wizard"):
        Memory.open(str(tmp_path / "memory.db"), embedder="wizard")


def test_a_closed_memory_says_so_and_may_be_closed_again():
    memory = Memory.open(":memory:", "ada", embedder=HashingEmbedder())
    memory.close()
    memory.close()
    for use in (lambda: memory.add("I live in Turin."), lambda: memory.search("Turin"), memory.stats):
        with pytest.raises(StoreError, match="closed"):
            use()
