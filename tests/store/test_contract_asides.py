"""What a store promises of what programs say: a channel of its own, no place of others, nothing counted."""

from factories import NOW, day, make_entity, make_mentions, make_names, make_note, make_question, make_turn
from factories import remember as remember_in
from memgraph_core.records.forget import Selection
from memgraph_core.records.graph import Support
from memgraph_core.records.inspect import EntityQuery, StreamQuery
from memgraph_core.records.plan import SnapshotRequest
from memgraph_core.records.search import Filters, Limits

FEW = Limits(terms=2, anchor=2, time=2, agent_generated=3)
ALWAYS = {"name_keys": ("ada",), "since": day(0), "until": day(99)}


def remember(store):
    """Ada said something about pears; then a program says so twelve times."""
    said = [make_turn(f"t{n}", "Ada: a pear", said_at=day(n)) for n in range(2)]
    asides = [
        make_turn(
            f"a{n:02}", "Ada: a pear", role="assistant", speaker="bot", said_at=day(9 + n), terms="~pear"
        )
        for n in range(12)
    ]
    notes = [make_note(f"n-{turn.uid}", "a pear", turns=(turn.uid,), said_at=turn.said_at) for turn in said]
    notes += [
        make_note(
            f"n-{turn.uid}", "a pear", turns=(turn.uid,), terms="", state="agent_generated", trust="inferred"
        )
        for turn in asides
    ]
    ada = make_entity("ada")
    mentions = [row for turn in said for row in make_mentions(turn, "ada")]
    mentions += [row for turn in asides for row in make_mentions(turn, "ada", how="agent_generated")]
    supports = [Support("n-a01", "n-t0"), Support("n-a00", "n-t0"), Support("n-a00", "n-t1")]
    remember_in(
        store,
        [*said, *asides],
        notes=notes,
        entities=[ada],
        names=make_names(ada),
        mentions=mentions,
        supports=supports,
    )


def test_programs_take_no_place_of_people_and_have_places_of_their_own(store):
    remember(store)
    found = store.candidates(make_question("pear", **ALWAYS), FEW)
    channels = {uid: set(by) for uid, by in found.channels.items()}
    own = {uid: channels.pop(uid) - {"neighbour"} for uid in sorted(channels) if uid.startswith("a")}
    assert sorted(by for by in own.values() if by) == [{"agent_generated"}] * 3
    assert channels.keys() == {"t0", "t1", "n-t0", "n-t1"}
    assert channels["t0"] >= {"terms", "anchor", "time"}
    assert (found.documents, found.frequencies) == (4, {"pear": 4})


def test_programs_take_any_place_when_they_are_asked_for(store):
    remember(store)
    found = store.candidates(make_question("plum", filters=Filters(role="assistant"), **ALWAYS), FEW)
    assert {channel for by in found.channels.values() for channel in by} == {"anchor", "time"}
    assert {uid[0] for uid in found.channels} == {"a"}


def test_what_programs_name_is_counted_nowhere(store):
    remember(store)
    (ada,) = store.entities(EntityQuery())
    assert (ada.mentions, ada.first_at, ada.last_at) == (2, day(0), day(1))
    assert [item.turn for item in store.stream(StreamQuery())] == ["t1", "t0"]
    assert [item.turn for item in store.stream(StreamQuery(entity="ada"))] == ["t1", "t0"]
    assert sum(day.mentions for day in store.timeline(StreamQuery())) == store.stats().mentions == 2


def test_counts_are_the_same_after_something_is_forgotten(store):
    remember(store)
    store.forget(Selection(turns=("t1", "a00")))
    (ada,) = store.entities(EntityQuery())
    found = store.candidates(make_question("pear", **ALWAYS), FEW)
    assert (ada.mentions, found.documents) == (1, 2)


def test_supports_are_told_from_either_end_and_go_with_either(store):
    remember(store)
    both = (Support("n-a00", "n-t0"), Support("n-a00", "n-t1"))
    assert store.supports(["n-a00"]) == both
    assert store.supports(["n-t0"]) == (both[0], Support("n-a01", "n-t0"))
    store.forget(Selection(turns=("t0",)))
    assert store.supports(["n-a00", "n-a01"]) == ()  # t1 stands beside it and is derived again


def test_what_programs_used_is_logged_and_brings_the_notes_of_it(store):
    remember(store)
    answer = make_turn("answer", "A pear.", role="assistant", used=("t1", "t0", "gone"))
    store.append([answer], name_keys=(), before=0)
    assert store.turns(["answer"])[0].used == ("t1", "t0", "gone")
    assert store.log_page(0, 99, before=0).turns[-1].used == ("t1", "t0", "gone")
    known = store.snapshot(SnapshotRequest(supporting_turns=("t0", "a00", "gone")))
    assert {uid: [near.uid for near in notes] for uid, notes in known.supporting_notes.items()} == {
        "t0": ["n-t0"]
    }


def test_a_turn_that_used_a_forgotten_one_is_forgotten(store):
    remember(store)
    used = make_turn("used", "A pear.", role="assistant", session="s2", used=("t1", "t0"), recorded_at=NOW)
    other = make_turn("other", "A plum.", role="assistant", session="s3", used=("a00",))
    store.append([used, other], name_keys=(), before=0)
    assert store.forget(Selection(turns=("t0",))).turns == ("t0", "used")
