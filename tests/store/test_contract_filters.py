"""Contract of filters: a record that does not pass is never found and never displaces one that passes."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from factories import (
    day,
    make_entity,
    make_fact,
    make_mentions,
    make_names,
    make_note,
    make_question,
    make_turn,
    make_turns,
    remember,
    vector,
)
from memgraph_core.records.graph import About
from memgraph_core.records.search import Filters, Limits, Seeds

DECOYS = 12
FEW = Limits(vector=2, passages=2, terms=2, anchor=2, time=2, neighbour_seeds=20, neighbour_distance=2)

Fields = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """A filter, the fields of a turn and its note that pass it, and the fields of decoys that do not."""

    filters: Filters
    turn: Fields = field(default_factory=dict)
    note: Fields = field(default_factory=dict)
    decoy_turn: Fields = field(default_factory=dict)
    decoy_note: Fields = field(default_factory=dict)
    entity: bool = False  # only the passing records are about Cleo
    relation: bool = False  # the passing note states LIVES_IN, decoys state WORKS_AT
    turns: bool = True  # whether turns themselves can pass


CASES = {
    "since": Case(Filters(since=day(10)), turn={"said_at": day(10)}, decoy_turn={"said_at": day(9)}),
    "until": Case(Filters(until=day(10)), turn={"said_at": day(9)}, decoy_turn={"said_at": day(10)}),
    "since, by the recording time if there is no other": Case(
        Filters(since=day(10)),
        turn={"said_at": None, "recorded_at": day(11)},
        decoy_turn={"said_at": day(9), "recorded_at": day(11)},
    ),
    "speaker": Case(Filters(speaker="Ada"), decoy_turn={"speaker": "Bea"}),
    "speaker that is known": Case(Filters(speaker="Ada"), decoy_turn={"speaker": None}),
    "role": Case(Filters(role="user"), decoy_turn={"role": "tool"}),
    "session": Case(Filters(session="s1"), decoy_turn={"session": "s2"}),
    "agent": Case(Filters(agent="scribe"), turn={"agent": "scribe"}, decoy_turn={"agent": None}),
    "metadata": Case(
        Filters(metadata={"team": "red", "size": 2}),
        turn={"metadata": {"size": 2, "team": "red", "more": [1]}},
        decoy_turn={"metadata": {"team": "red", "size": "2"}},
    ),
    "metadata with lists and objects": Case(
        Filters(metadata={"tags": ["a", {"b": None}]}), turn={"metadata": {"tags": ["a", {"b": None}]}}
    ),
    "trust": Case(
        Filters(trust="observed"),
        turn={"role": "tool"},
        note={"trust": "observed"},
        decoy_turn={"role": "user"},
        decoy_note={"trust": "said"},
    ),
    "kind": Case(Filters(kind="semantic"), note={"kind": "semantic"}, turns=False),
    "verified": Case(Filters(verified=True), note={"verified": True}, turns=False),
    "not verified": Case(Filters(verified=False), decoy_note={"verified": True}, turns=False),
    "entity": Case(Filters(entity="cleo"), entity=True),
    "relation": Case(Filters(relation="LIVES_IN"), relation=True, turns=False),
    "several at once": Case(
        Filters(speaker="Ada", kind="semantic", since=day(3)),
        turn={"said_at": day(4)},
        note={"kind": "semantic"},
        decoy_turn={"said_at": day(4), "speaker": "Bea"},
        decoy_note={"kind": "semantic"},
        turns=False,
    ),
}


def remember_case(store, case):
    """One turn and note that pass, among decoys that every channel would prefer without the filter."""
    good = make_turn(
        "t-good", "a pear on a long road", vector=vector(1, 1), **{"said_at": day(12)} | case.turn
    )
    turns, notes = (
        [good],
        [make_note("n-good", "a pear on a long road", turns=("t-good",), vector=vector(1, 1), **case.note)],
    )
    for number in range(DECOYS):
        fields = {"said_at": day(13)} | case.decoy_turn
        turns.append(make_turn(f"t{number:02}", "pear pear", vector=vector(1), **fields))
        fields = {"said_at": day(13), "vector": vector(1)} | case.decoy_note
        notes.append(make_note(f"n{number:02}", "pear pear", turns=(f"t{number:02}",), **fields))
    entities = [make_entity(uid) for uid in ("ada", "cleo", "turin")]
    mentions = [row for turn in turns for row in make_mentions(turn, "ada")]
    abouts = [About(note.uid, "ada") for note in notes]
    if case.entity:
        mentions += make_mentions(good, "cleo")
        abouts.append(About("n-good", "cleo"))
    types = {note.uid: "LIVES_IN" if note.uid == "n-good" else "WORKS_AT" for note in notes}
    facts = [make_fact(f"f-{uid}", type=type, notes=(uid,)) for uid, type in types.items()]
    remember(
        store,
        turns,
        notes=notes,
        entities=entities,
        names=make_names(*entities),
        mentions=mentions,
        abouts=abouts,
        facts=facts if case.relation else [],
    )


@pytest.mark.parametrize("name", CASES)
def test_only_records_that_pass_the_filter_are_found_by_any_channel(store, name):
    case = CASES[name]
    remember_case(store, case)
    question = {"name_keys": ("ada",), "vector": vector(1), "since": day(0), "until": day(20)}
    found = store.candidates(make_question("pear", filters=case.filters, **question), FEW)
    expected = {"n-good", "t-good"} if case.turns else {"n-good"}
    assert set(found.channels) == expected
    for uid in expected:
        assert found.channels[uid] >= {"vector", "terms", "anchor", "time"}, uid
    assert [turn.uid for turn in found.turns] == ["t-good"]
    assert found.documents == 2 * (DECOYS + 1)


@pytest.mark.parametrize("name", CASES)
def test_only_notes_that_pass_the_filter_are_reached_by_expanding(store, name):
    case = CASES[name]
    remember_case(store, case)
    found = store.expand(Seeds(entities=("ada",), notes_per_entity=2), make_question(filters=case.filters))
    assert [note.uid for note in found.notes] == ["n-good"]
    assert [turn.uid for turn in found.turns] == ["t-good"]


def test_a_note_passes_if_one_of_its_turns_passes(store):
    turns = [make_turn("t1", speaker="Ada"), make_turn("t2", speaker="Bea")]
    remember(store, turns, notes=[make_note("n1", "pear", turns=("t1", "t2"))])
    for speaker in ("Ada", "Bea"):
        found = store.candidates(make_question("pear", filters=Filters(speaker=speaker)), FEW)
        assert found.channels["n1"] == {"terms"}
    assert not store.candidates(make_question("pear", filters=Filters(speaker="Cleo")), FEW).channels


def test_one_turn_must_pass_all_conditions_on_turns(store):
    turns = [make_turn("t1", speaker="Ada", session="s1"), make_turn("t2", speaker="Bea", session="s2")]
    remember(store, turns, notes=[make_note("n1", "pear", turns=("t1", "t2"))])
    found = store.candidates(make_question("pear", filters=Filters(speaker="Ada", session="s2")), FEW)
    assert found.notes == ()


def test_the_entity_filter_passes_turns_that_mention_the_entity_or_that_it_speaks(store):
    ada, bea = make_entity("ada"), make_entity("bea")
    turns = [make_turn(uid, "pear", session=uid) for uid in ("spoken", "mentioning", "neither")]
    remember(
        store,
        turns,
        spoken_by={"spoken": "ada", "mentioning": "bea"},
        entities=[ada, bea],
        names=make_names(ada, bea),
        mentions=make_mentions(turns[1], "ada"),
    )
    found = store.candidates(make_question("pear", filters=Filters(entity="ada")), FEW)
    assert set(found.channels) == {"spoken", "mentioning"}


def test_an_unknown_entity_filters_out_everything(store):
    remember(store, [make_turn("t1", "pear")], notes=[make_note("n1", "pear")])
    found = store.candidates(make_question("pear", filters=Filters(entity="nobody")), FEW)
    assert (found.notes, found.turns, dict(found.channels)) == ((), (), {})


def test_neighbouring_turns_must_pass_the_filter(store):
    turns = [make_turn(uid, text, speaker=speaker) for uid, text, speaker in
             (("t1", "plum", "Ada"), ("t2", "pear", "Ada"), ("t3", "plum", "Bea"))]  # fmt: skip
    remember(store, turns)
    found = store.candidates(make_question("pear", filters=Filters(speaker="Ada")), FEW)
    assert set(found.channels) == {"t1", "t2"}


@pytest.fixture
def sensitive(store):
    """A sensitive note (kind `vault`) and an ordinary one."""
    ada, turin = make_entity("ada"), make_entity("turin")
    kinds = {"n-vault": "vault", "n-plain": "episodic"}
    remember(
        store,
        make_turns("t1"),
        notes=[make_note(uid, "pear", kind=kind, vector=vector(1)) for uid, kind in kinds.items()],
        entities=[ada, turin],
        names=make_names(ada, turin),
        abouts=[About(uid, entity) for uid in kinds for entity in ("ada", "turin")],
    )
    return store


@pytest.mark.parametrize(
    ("kind", "expected"), [(None, ["n-plain"]), ("episodic", ["n-plain"]), ("vault", ["n-vault"])]
)
def test_sensitive_notes_are_found_only_if_the_filter_asks_for_them(sensitive, kind, expected):
    question = make_question(
        "pear", name_keys=("ada",), vector=vector(1), since=day(0), until=day(1), filters=Filters(kind=kind)
    )
    assert [note.uid for note in sensitive.candidates(question, FEW).notes] == expected
    assert [note.uid for note in sensitive.expand(Seeds(entities=("ada",)), question).notes] == expected


@pytest.mark.parametrize("kind", [None, "episodic"])
def test_archived_notes_are_never_found(store, kind):
    ada = make_entity("ada")
    note = make_note("n1", "pear", state="archived", vector=vector(1))
    remember(
        store,
        make_turns("t1"),
        notes=[note],
        entities=[ada],
        names=make_names(ada),
        abouts=[About("n1", "ada")],
    )
    question = make_question("pear", name_keys=("ada",), vector=vector(1), filters=Filters(kind=kind))
    assert store.candidates(question, FEW).notes == ()
    assert store.expand(Seeds(entities=("ada",)), question).notes == ()
