"""Contract for agent-generated turns and notes: a search channel of their own, and no influence on counters."""

from factories import (
    NOW,
    day,
    make_entity,
    make_mentions,
    make_names,
    make_note,
    make_question,
    make_turn,
    vector,
)
from factories import remember as remember_in
from memgraph_core.records.forget import Selection
from memgraph_core.records.graph import Support
from memgraph_core.records.inspect import EntityQuery, StreamQuery
from memgraph_core.records.plan import SnapshotRequest
from memgraph_core.records.search import Filters, Limits

FEW = Limits(terms=2, anchor=2, time=2, agent_generated=3)
ALWAYS = {"name_keys": ("ada",), "since": day(0), "until": day(99)}


def remember(store):
    """Two turns by Ada about a pear, and twelve agent-generated turns about it, each with a note."""
    stated = [make_turn(f"t{n}", "Ada: a pear", said_at=day(n)) for n in range(2)]
    generated = [
        make_turn(
            f"a{n:02}", "Ada: a pear", role="assistant", speaker="bot", said_at=day(9 + n), terms="~pear"
        )
        for n in range(12)
    ]
    notes = [make_note(f"n-{turn.uid}", "a pear", turns=(turn.uid,), said_at=turn.said_at) for turn in stated]
    notes += [
        make_note(
            f"n-{turn.uid}", "a pear", turns=(turn.uid,), terms="", state="agent_generated", trust="inferred"
        )
        for turn in generated
    ]
    ada = make_entity("ada")
    mentions = [row for turn in stated for row in make_mentions(turn, "ada")]
    mentions += [row for turn in generated for row in make_mentions(turn, "ada", how="agent_generated")]
    supports = [Support("n-a01", "n-t0"), Support("n-a00", "n-t0"), Support("n-a00", "n-t1")]
    remember_in(
        store,
        [*stated, *generated],
        notes=notes,
        entities=[ada],
        names=make_names(ada),
        mentions=mentions,
        supports=supports,
    )


def test_agent_generated_records_have_a_channel_of_their_own_and_displace_no_others(store):
    remember(store)
    found = store.candidates(make_question("pear", **ALWAYS), FEW)
    channels = {uid: set(by) for uid, by in found.channels.items()}
    own = {uid: channels.pop(uid) - {"neighbour"} for uid in sorted(channels) if uid.startswith("a")}
    assert sorted(by for by in own.values() if by) == [{"agent_generated"}] * 3
    assert channels.keys() == {"t0", "t1", "n-t0", "n-t1"}
    assert channels["t0"] >= {"terms", "anchor", "time"}
    assert (found.documents, found.frequencies) == (4, {"pear": 4})


def test_agent_generated_records_are_in_all_channels_when_the_filter_asks_for_them(store):
    remember(store)
    found = store.candidates(make_question("plum", filters=Filters(role="assistant"), **ALWAYS), FEW)
    assert {channel for by in found.channels.values() for channel in by} == {"anchor", "time"}
    assert {uid[0] for uid in found.channels} == {"a"}


def remember_passages(store):
    """Four turns by Ada and four agent-generated ones, each more similar to the vector of 1 than the one before."""
    stated = [make_turn(f"t{n}", "plum", said_at=day(n), vector=vector(1, 5 - n)) for n in range(4)]
    generated = [
        make_turn(
            f"a{n}", "plum", role="assistant", speaker="bot", said_at=day(9 + n), vector=vector(1, 5 - n)
        )
        for n in range(4)
    ]
    remember_in(store, [*stated, *generated])


def by_channel(found, channel):
    return sorted(uid for uid, channels in found.channels.items() if channel in channels)


def test_passages_of_agent_generated_turns_are_searched_apart_from_those_of_people(store):
    remember_passages(store)
    asked = make_question("", vector=vector(1))
    found = store.candidates(asked, Limits(passages=2, agent_passages=3, neighbour_seeds=0))
    assert (by_channel(found, "vector"), by_channel(found, "agent_generated")) == (
        ["t2", "t3"],
        ["a1", "a2", "a3"],
    )
    assert all(turn.vector is not None for turn in found.turns)
    without = store.candidates(asked, Limits(passages=2, agent_passages=0, neighbour_seeds=0))
    assert [turn.uid for turn in without.turns] == ["t2", "t3"]


def test_the_filters_hold_for_passages_of_agent_generated_turns(store):
    remember_passages(store)
    limits = Limits(passages=2, agent_passages=2, neighbour_seeds=0)
    for filters, expected in (
        (Filters(role="assistant"), ([], ["a2", "a3"])),
        (Filters(role="user"), (["t2", "t3"], [])),
        (Filters(until=day(11)), (["t2", "t3"], ["a0", "a1"])),
    ):
        found = store.candidates(make_question("", vector=vector(1), filters=filters), limits)
        assert (by_channel(found, "vector"), by_channel(found, "agent_generated")) == expected


def test_a_forgotten_agent_generated_turn_is_not_found_by_its_passage(store):
    remember_passages(store)
    store.forget(Selection(turns=("a3",)))
    found = store.candidates(make_question("", vector=vector(1)), Limits(passages=0, neighbour_seeds=0))
    assert by_channel(found, "agent_generated") == ["a0", "a1", "a2"]


def test_mentions_by_agents_are_not_counted(store):
    remember(store)
    (ada,) = store.entities(EntityQuery())
    assert (ada.mentions, ada.first_at, ada.last_at) == (2, day(0), day(1))
    assert [item.turn for item in store.stream(StreamQuery())] == ["t1", "t0"]
    assert [item.turn for item in store.stream(StreamQuery(entity="ada"))] == ["t1", "t0"]
    assert sum(day.mentions for day in store.timeline(StreamQuery())) == store.stats().mentions == 2


def test_counts_are_right_after_forgetting_stated_and_generated_turns(store):
    remember(store)
    store.forget(Selection(turns=("t1", "a00")))
    (ada,) = store.entities(EntityQuery())
    found = store.candidates(make_question("pear", **ALWAYS), FEW)
    assert (ada.mentions, found.documents) == (1, 2)


def test_support_edges_are_returned_from_both_ends_and_removed_with_either(store):
    remember(store)
    both = (Support("n-a00", "n-t0"), Support("n-a00", "n-t1"))
    assert store.supports(["n-a00"]) == both
    assert store.supports(["n-t0"]) == (both[0], Support("n-a01", "n-t0"))
    store.forget(Selection(turns=("t0",)))
    assert store.supports(["n-a00", "n-a01"]) == ()  # t1 is in the same window, so it is derived again


def test_the_turns_that_an_answer_used_are_logged_and_their_notes_are_in_the_snapshot(store):
    remember(store)
    answer = make_turn("answer", "A pear.", role="assistant", used=("t1", "t0", "unknown"))
    store.append([answer])
    assert store.turns(["answer"])[0].used == ("t1", "t0", "unknown")
    assert store.log_page(0, 99, before=0).turns[-1].used == ("t1", "t0", "unknown")
    known = store.snapshot(SnapshotRequest(supporting_turns=("t0", "a00", "unknown")))
    assert {uid: [note.uid for note in notes] for uid, notes in known.supporting_notes.items()} == {
        "t0": ["n-t0"]
    }


def test_forgetting_a_turn_forgets_the_turns_that_used_it(store):
    remember(store)
    used = make_turn("used", "A pear.", role="assistant", session="s2", used=("t1", "t0"), recorded_at=NOW)
    other = make_turn("other", "A plum.", role="assistant", session="s3", used=("a00",))
    store.append([used, other])
    assert store.forget(Selection(turns=("t0",))).turns == ("t0", "used")


def test_turns_and_notes_of_an_assistant_are_returned_as_inferred(store):
    turns = [make_turn("t1", "pear", role="user"), make_turn("t2", "pear", role="assistant", session="s2")]
    remember_in(
        store, turns, notes=[make_note("n2", "pear", turns=("t2",), trust="inferred", vector=vector(1))]
    )
    found = store.candidates(make_question("pear"), Limits())
    assert {record.uid: record.trust for record in (*found.notes, *found.turns)} == {
        "n2": "inferred",
        "t1": "said",
        "t2": "inferred",
    }
