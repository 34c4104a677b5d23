"""Contract of merging entities: all edges of the alias belong to the other entity until both are split again."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from factories import (
    NOW,
    all_text_of,
    day,
    make_change,
    make_entity,
    make_fact,
    make_mentions,
    make_names,
    make_note,
    make_plan,
    make_question,
    make_turn,
    remember,
    vector,
)
from memgraph_core.records.forget import Selection
from memgraph_core.records.graph import About, Mention, Name
from memgraph_core.records.inspect import EntityQuery, StreamQuery
from memgraph_core.records.plan import (
    Applied,
    FactLookup,
    Invalidation,
    Merge,
    SnapshotRequest,
    Split,
    TurnUpdate,
)
from memgraph_core.records.search import Limits, Seeds
from memgraph_core.store.merging import regrouped
from sample_namespace import MANY, contents

CLARA, SISTER, BEA = (
    make_entity("clara"),
    make_entity("sister", "Ada's sister"),
    make_entity("bea"),
)


def merge_of(alias, into, turn=None):
    return Merge(alias=alias, into=into, reason="stated", turn=turn)


def merge(store, alias, into, turn=None):
    return remember(store, merges=[merge_of(alias, into, turn)])


def split(store, alias, into):
    return remember(store, splits=[Split(alias=alias, into=into)])


def entities(store, **query):
    return {entity.uid: entity for entity in store.entities(EntityQuery(limit=MANY, **query))}


def canonical_of_aliases(store, **query):
    return {uid: entity.canonical for uid, entity in entities(store, merged=True, **query).items()}


def entities_by_name(store, *keys):
    return {
        key: [e.uid for e in found]
        for key, found in store.snapshot(SnapshotRequest(name_keys=keys)).entities.items()
    }


def ends_of_facts(store):
    return {fact.uid: (fact.subject, fact.object) for fact in store.facts(None, MANY)}


def mentioning_turns(store, entity):
    return {item.turn for item in store.stream(StreamQuery(entity=entity, limit=MANY))}


def entities_of_records(store):
    found = store.candidates(make_question("came", name_keys=("clara", "sister", "bea")), Limits())
    return {uid: entities for uid, entities in found.about.items() if entities}


@pytest.fixture
def family(store):
    """Clara in t1, Ada's sister in t2, both in t3, each turn with a note. Both live somewhere, and Bea knows both."""
    turns = [
        make_turn("t1", "Clara came.", session="s1", said_at=day(1), speaker="Bea"),
        make_turn("t2", "My sister came.", session="s2", said_at=day(2), speaker="Ada"),
        make_turn("t3", "Clara came with my sister.", session="s3", said_at=day(3), speaker="Clara"),
    ]
    people = [
        CLARA,
        SISTER,
        BEA,
        make_entity("turin", "Turin", "Place"),
        make_entity("milan", "Milan", "Place"),
    ]
    remember(
        store,
        turns,
        spoken_by={"t1": "bea", "t3": "clara"},
        entities=people,
        names=[*make_names(*people), Name("sis", "Sis", "sister"), Name("c", "C", "clara"), Name("c", "C.", "sister")],
        notes=[make_note(f"n{n}", f"Somebody came, {n}.", turns=(f"t{n}",), said_at=day(n)) for n in (1, 2, 3)],
        mentions=[
            *make_mentions(turns[0], "clara"),
            *make_mentions(turns[1], "sister"),
            *make_mentions(turns[2], "clara", how="resolved"),
            *make_mentions(turns[2], "sister"),
        ],
        abouts=[
            About("n1", "clara", "subject"),
            About("n2", "sister", "object"),
            About("n3", "clara", "topic"),
            About("n3", "sister", "object"),
        ],
        facts=[
            make_fact("f1", "clara", "LIVES_IN", "turin", notes=("n1",)),
            make_fact("f2", "sister", "LIVES_IN", "milan", notes=("n2",)),
            make_fact("f3", "bea", "KNOWS", "sister", notes=("n3",)),
            make_fact("f4", "bea", "KNOWS", "clara", notes=("n3",)),
        ],
    )  # fmt: skip


# Merging


@pytest.mark.usefixtures("family")
def test_edges_of_the_alias_belong_to_the_other_entity(store):
    merge(store, "sister", "clara")
    assert mentioning_turns(store, "clara") == {"t1", "t2", "t3"}
    assert mentioning_turns(store, "sister") == set()
    assert entities_of_records(store) == {
        "n1": ("clara",), "n2": ("clara",), "n3": ("clara",), "t1": ("clara",), "t2": ("clara",), "t3": ("clara",)
    }  # fmt: skip
    assert ends_of_facts(store) == {
        "f1": ("clara", "turin"), "f2": ("clara", "milan"), "f3": ("bea", "clara"), "f4": ("bea", "clara")
    }  # fmt: skip
    assert entities_by_name(store, "adas sister", "ada's sister", "sis", "c") == {
        "ada's sister": ["clara"], "sis": ["clara"], "c": ["clara"]
    }  # fmt: skip
    probe = FactLookup(subject="sis", type="LIVES_IN", object="", single=True)
    assert [
        fact.uid for fact in store.snapshot(SnapshotRequest(facts=(probe,))).facts if fact.holds_until is None
    ] == [
        "f1",
        "f2",
    ]
    around = store.expand(Seeds(entities=("clara",)), make_question("where"))
    assert {hop.target for hop in around.hops} >= {"turin", "milan", "bea"}


@pytest.mark.usefixtures("family")
def test_an_alias_is_only_in_answers_about_merged_entities(store):
    before = store.stats()
    merge(store, "sister", "clara")
    assert "sister" not in entities(store)
    assert entities(store, name_keys=("sis",)).keys() == {"clara"}
    assert canonical_of_aliases(store) == {"sister": "clara"}
    assert (
        canonical_of_aliases(store, name_keys=("sis",))
        == canonical_of_aliases(store, name_keys=("c",))
        == {"sister": "clara"}
    )
    assert canonical_of_aliases(store, name_keys=("clara", "bea")) == {}
    after = store.stats()
    assert (after.entities, after.mentions) == (before.entities - 1, 3)
    assert "'sister'" not in all_text_of(contents(store))


@pytest.mark.usefixtures("family")
def test_counters_of_a_merged_entity_count_each_turn_once(store):
    merge(store, "sister", "clara")
    clara = entities(store)["clara"]
    assert (clara.mentions, clara.first_at, clara.last_at) == (3, day(1), day(3))
    assert (entities(store, merged=True)["sister"].mentions, clara.canonical) == (0, None)


@pytest.mark.usefixtures("family")
def test_merging_again_changes_nothing(store):
    merge(store, "sister", "clara")
    before = contents(store)
    for alias, into in (("sister", "clara"), ("clara", "sister"), ("clara", "clara"), ("sister", "bea")):
        merge(store, alias, into)
        assert contents(store) == before
        assert canonical_of_aliases(store) == {"sister": "clara"}


@pytest.mark.usefixtures("family")
@pytest.mark.parametrize(("alias", "into"), [("sister", "nobody"), ("nobody", "clara"), ("no", "body")])
def test_merging_unknown_entities_changes_nothing(store, alias, into):
    before = contents(store)
    merge(store, alias, into)
    split(store, alias, into)
    assert contents(store) == before


@pytest.mark.usefixtures("family")
def test_an_entity_with_aliases_can_be_merged_into_another(store):
    merge(store, "sister", "clara")
    merge(store, "clara", "bea")
    assert canonical_of_aliases(store) == {"sister": "bea", "clara": "bea"}
    assert mentioning_turns(store, "bea") == {"t1", "t2", "t3"}
    assert ends_of_facts(store)["f2"] == ("bea", "milan")
    split(store, "clara", "bea")
    assert canonical_of_aliases(store) == {"sister": "clara"}
    assert (mentioning_turns(store, "bea"), mentioning_turns(store, "clara")) == (set(), {"t1", "t2", "t3"})
    assert ends_of_facts(store)["f2"] == ("clara", "milan")


@pytest.mark.usefixtures("family")
def test_one_plan_may_merge_a_new_entity_and_several_in_a_row(store):
    turn = make_turn("t4", "Of Dee.", session="s4")
    remember(
        store,
        [turn],
        entities=[make_entity("dee")],
        names=[Name("dee", "Dee", "dee")],
        mentions=make_mentions(turn, "dee"),
        merges=[merge_of("dee", "sister"), merge_of("sister", "clara")],
    )
    assert canonical_of_aliases(store) == {"dee": "clara", "sister": "clara"}
    assert mentioning_turns(store, "clara") == {"t1", "t2", "t3", "t4"}


@pytest.mark.usefixtures("family")
def test_later_records_of_the_alias_belong_to_the_other_and_return_with_a_split(store):
    merge(store, "sister", "clara")
    turn = make_turn("t4", "Sister came again.", session="s4", said_at=day(4))
    remember(
        store,
        [turn],
        spoken_by={"t4": "sister"},
        entities=[SISTER],
        names=[Name("sissy", "Sissy", "sister")],
        notes=[make_note("n4", turns=("t4",))],
        mentions=make_mentions(turn, "sister"),
        abouts=[About("n4", "sister")],
        facts=[make_fact("f5", "sister", "LIKES", "turin", notes=("n4",))],
    )
    assert mentioning_turns(store, "clara") == {"t1", "t2", "t3", "t4"}
    assert (ends_of_facts(store)["f5"], entities_by_name(store, "sissy")) == (
        ("clara", "turin"),
        {"sissy": ["clara"]},
    )
    split(store, "sister", "clara")
    assert mentioning_turns(store, "sister") == {"t2", "t3", "t4"}
    assert (ends_of_facts(store)["f5"], entities_by_name(store, "sissy")) == (
        ("sister", "turin"),
        {"sissy": ["sister"]},
    )


@pytest.mark.usefixtures("family")
def test_a_fact_of_the_alias_can_end_and_gain_sources(store):
    merge(store, "sister", "clara")
    closing = Invalidation(fact="f2", holds_until=NOW, retired_at=NOW, reason="moved", superseded_by="f1")
    remember(
        store, invalidations=[closing], facts=[make_fact("f2", "sister", "LIVES_IN", "milan", notes=("n1",))]
    )
    split(store, "sister", "clara")
    [fact] = [fact for fact in store.facts("sister", MANY) if fact.uid == "f2"]
    assert (fact.subject, fact.holds_until, fact.notes) == ("sister", NOW, ("n1", "n2"))


def test_a_merge_changes_no_other_namespace(store, other_store):
    for each in (store, other_store):
        remember(each, [make_turn()], entities=[CLARA, SISTER], names=make_names(CLARA, SISTER))
    before = contents(other_store)
    merge(store, "sister", "clara")
    assert (canonical_of_aliases(store), canonical_of_aliases(other_store), contents(other_store)) == (
        {"sister": "clara"},
        {},
        before,
    )


# Splitting


@pytest.mark.usefixtures("family")
def test_a_split_restores_exactly_the_merged_edges(store):
    before = contents(store), entities_by_name(store, "clara", "ada's sister", "sis", "c")
    merge(store, "sister", "clara")
    split(store, "sister", "clara")
    assert (contents(store), entities_by_name(store, "clara", "ada's sister", "sis", "c")) == before


@pytest.mark.usefixtures("family")
def test_edges_that_both_had_are_restored_by_a_split(store):
    merge(store, "sister", "clara")
    split(store, "sister", "clara")
    assert entities_of_records(store)["n3"] == entities_of_records(store)["t3"] == ("clara", "sister")
    assert {item.entity: item.how for item in store.stream(StreamQuery()) if item.turn == "t3"} == {
        "clara": "resolved", "sister": "named"
    }  # fmt: skip


@pytest.mark.usefixtures("family")
def test_edges_that_the_other_gained_stay_with_it_after_a_split(store):
    merge(store, "sister", "clara")
    turn = make_turn("t2", "My sister came.", session="s2", said_at=day(2), speaker="Ada")
    remember(
        store,
        spoken_by={"t2": "clara"},
        mentions=[Mention("t2", "clara", day(2), "resolved")],
        abouts=[About("n2", "clara", "topic")],
        names=[Name("sis", "Sister", "clara")],
        turns=[turn],
    )
    split(store, "sister", "clara")
    assert mentioning_turns(store, "clara") == {"t1", "t2", "t3"}
    assert entities_of_records(store)["n2"] == ("clara", "sister")
    assert entities_by_name(store, "sis") == {"sis": ["clara", "sister"]}


@pytest.mark.usefixtures("family")
def test_splitting_unmerged_entities_only_records_that_they_differ(store):
    before = contents(store)
    split(store, "sister", "clara")
    assert contents(store) == before
    assert store.snapshot(SnapshotRequest(name_keys=("sis", "bea"))).kept_apart == {
        frozenset(("sister", "clara"))
    }


@pytest.mark.usefixtures("family")
def test_a_split_may_name_the_two_in_any_order(store):
    merge(store, "sister", "clara")
    split(store, "clara", "sister")
    assert canonical_of_aliases(store) == {}


@pytest.mark.usefixtures("family")
def test_two_aliases_of_a_third_entity_can_be_split_from_each_other(store):
    merge(store, "sister", "bea")
    merge(store, "clara", "bea")
    split(store, "sister", "clara")
    assert canonical_of_aliases(store) == {"clara": "bea"}


@pytest.mark.usefixtures("family")
def test_a_split_entity_stays_apart_from_the_entity_that_the_other_became(store):
    merge(store, "sister", "clara")
    split(store, "sister", "clara")
    merge(store, "clara", "bea")
    assert store.snapshot(SnapshotRequest(name_keys=("sis",))).kept_apart == {frozenset(("sister", "bea"))}
    assert store.snapshot(SnapshotRequest(name_keys=("bea",))).kept_apart == {frozenset(("sister", "bea"))}
    assert store.snapshot(SnapshotRequest(name_keys=("turin",))).kept_apart == frozenset()


@pytest.mark.usefixtures("family")
def test_a_later_merge_overrides_a_split(store):
    split(store, "sister", "clara")
    merge(store, "sister", "clara")
    assert (
        canonical_of_aliases(store),
        store.snapshot(SnapshotRequest(name_keys=("clara",))).kept_apart,
    ) == (
        {"sister": "clara"},
        frozenset(),
    )
    split(store, "sister", "clara")
    assert store.snapshot(SnapshotRequest(name_keys=("clara",))).kept_apart == {
        frozenset(("sister", "clara"))
    }


# Forgetting


@pytest.mark.usefixtures("family")
def test_an_alias_without_any_records_is_removed(store):
    merge(store, "sister", "clara")
    store.forget(Selection(turns=("t2", "t3")))
    assert (canonical_of_aliases(store), "'sister'" in all_text_of(contents(store))) == ({}, False)
    assert entities_by_name(store, "sis", "c", "clara") == {"c": ["clara"], "clara": ["clara"]}
    assert (entities(store)["clara"].mentions, ends_of_facts(store)) == (1, {"f1": ("clara", "turin")})


@pytest.mark.usefixtures("family")
def test_an_entity_without_records_of_its_own_is_removed_with_its_merges(store):
    merge(store, "sister", "clara")
    store.forget(Selection(turns=("t1", "t3")))
    assert (canonical_of_aliases(store), entities(store).keys()) == ({}, {"sister", "milan"})
    assert entities_by_name(store, "clara", "sis") == {"sis": ["sister"]}
    assert ends_of_facts(store) == {"f2": ("sister", "milan")}


@pytest.mark.usefixtures("family")
def test_a_merge_is_removed_with_the_turn_that_stated_it(store):
    merge(store, "sister", "clara", turn="t3")
    store.forget(Selection(turns=("t3",)))
    assert canonical_of_aliases(store) == {}
    assert (mentioning_turns(store, "clara"), mentioning_turns(store, "sister")) == ({"t1"}, {"t2"})


@pytest.mark.usefixtures("family")
def test_a_merge_is_removed_when_its_turn_is_pending_again(store):
    store.append([make_turn("t0", "Before.", session="s3", position=0)])
    turn = make_turn("t5", "She is Clara.", session="s5", position=1)
    remember(
        store, [make_turn("t4", session="s5", position=0), turn], merges=[merge_of("sister", "clara", "t5")]
    )
    store.forget(Selection(turns=("t4",)))
    assert [turn.uid for turn in store.pending(9)] == ["t0", "t5"]
    assert canonical_of_aliases(store) == {}


@pytest.mark.usefixtures("family")
def test_a_merge_stays_while_both_have_records(store):
    merge(store, "sister", "clara")
    store.forget(Selection(turns=("t3",)))
    assert canonical_of_aliases(store) == {"sister": "clara"}
    assert mentioning_turns(store, "clara") == {"t1", "t2"}
    split(store, "sister", "clara")
    assert (mentioning_turns(store, "clara"), mentioning_turns(store, "sister")) == ({"t1"}, {"t2"})


@pytest.mark.usefixtures("family")
def test_forgetting_an_entity_forgets_the_turns_of_its_aliases_too(store):
    merge(store, "sister", "clara")
    assert store.forget(Selection(entity="clara")).turns == ("t1", "t2", "t3")
    assert entities(store) | entities(store, merged=True) == {}


@pytest.mark.usefixtures("family")
def test_forgetting_an_alias_forgets_its_turns(store):
    merge(store, "sister", "clara")
    assert store.forget(Selection(entity="sister")).turns == ("t2", "t3")


@pytest.mark.usefixtures("family")
def test_the_middle_of_a_chain_is_removed_with_the_merges_through_it(store):
    turn = make_turn("t4", "Dee.", session="s4")
    remember(store, [turn], entities=[make_entity("dee")], mentions=make_mentions(turn, "dee"))
    merge(store, "sister", "dee")
    merge(store, "dee", "clara")
    store.forget(Selection(turns=("t4",)))
    assert (canonical_of_aliases(store), "dee" in entities(store)) == ({}, False)
    assert mentioning_turns(store, "sister") == {"t2", "t3"}


@pytest.mark.usefixtures("family")
def test_forgetting_everything_removes_merges_and_splits(store):
    merge(store, "sister", "clara")
    split(store, "sister", "clara")
    merge(store, "bea", "clara")
    store.forget(Selection(everything=True))
    assert (entities(store), entities(store, merged=True)) == ({}, {})
    remember(store, [make_turn()], entities=[CLARA, SISTER, BEA], names=make_names(CLARA, SISTER, BEA))
    assert (
        canonical_of_aliases(store),
        store.snapshot(SnapshotRequest(name_keys=("clara",))).kept_apart,
    ) == (
        {},
        frozenset(),
    )


# Generations


@pytest.mark.usefixtures("family")
def test_the_generation_being_built_has_merges_of_its_own(store):
    merge(store, "sister", "clara")
    building = store.begin_generation()
    page = store.log_page(0, 9, 0)
    known = store.snapshot(SnapshotRequest(space=building.space))
    rows = {
        "turns": [TurnUpdate(uid=turn.uid, state="extracted") for turn in page.turns],
        "entities": [CLARA, SISTER, BEA],
        "names": make_names(CLARA, SISTER, BEA),
        "mentions": make_mentions(page.turns[0], "bea"),
    }
    assert isinstance(store.apply(make_plan(known, **rows)), Applied)
    known = store.snapshot(SnapshotRequest(space=building.space))
    assert isinstance(store.apply(make_plan(known, merges=[merge_of("bea", "clara")])), Applied)
    assert canonical_of_aliases(store) == {"sister": "clara"}
    probe = SnapshotRequest(space=building.space, name_keys=("bea",))
    assert [e.uid for e in store.snapshot(probe).entities["bea"]] == ["clara"]
    store.switch_generation(building.space, make_change("c9"))
    assert (canonical_of_aliases(store), entities(store).keys()) == ({"bea": "clara"}, {"clara", "sister"})


# Any order of merges and splits

UIDS = ("clara", "sister", "bea")
PAIRS = st.tuples(st.sampled_from(UIDS), st.sampled_from(UIDS), st.booleans())


@pytest.mark.usefixtures("family")
@pytest.mark.slow
def test_any_sequence_of_merges_can_be_split_again(store):
    @given(steps=st.lists(PAIRS, max_size=6))
    @settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    def any_steps(steps):
        for alias, into, is_split in steps:
            (split if is_split else merge)(store, alias, into)
        assert mentioning_turns(store, None) == {"t1", "t2", "t3"}
        assert entities(store).keys() & set(UIDS) == set(UIDS) - canonical_of_aliases(store).keys()
        for one in UIDS:
            for other in UIDS:
                split(store, one, other)
        assert contents(store) == before

    before = contents(store)
    any_steps()


@given(steps=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.booleans()), max_size=20))
@pytest.mark.slow
def test_merges_always_form_trees(steps):
    parents = {str(n): None for n in range(6)}
    for a, b, is_split in steps:
        pair = (str(a), str(b))
        if is_split:
            grouping = regrouped(parents, splits=[Split(alias=pair[0], into=pair[1])])
            assert a == b or grouping.roots.get(pair[0], pair[0]) != grouping.roots.get(pair[1], pair[1])
        else:
            grouping = regrouped(parents, merges=[merge_of(*pair)])
        parents |= dict.fromkeys(grouping.cut)
        parents |= {link.alias: link.into for link in grouping.links}
        assert all(parents[root] is None for root in grouping.roots.values())


def test_a_mention_of_the_alias_is_listed_under_the_name_of_the_other(store):
    """The node of the alias keeps its name."""
    turn = make_turn("t1", "Of Quince.", vector=vector(1))
    remember(
        store,
        [turn],
        entities=[make_entity("q", "Quince"), CLARA],
        names=make_names(make_entity("q", "Quince"), CLARA),
        mentions=make_mentions(turn, "q"),
    )
    merge(store, "q", "clara")
    assert [item.name for item in store.stream(StreamQuery())] == ["Clara"]
