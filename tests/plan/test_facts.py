"""How new statements change facts: sources, ends and supersession."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factories import NOW, day, make_fact, make_turn
from memgraph_core.plan.draft import draft_of
from memgraph_core.plan.fact_rules import with_statement
from memgraph_core.plan.fact_update import FactUpdate, Statement
from memgraph_core.plan.facts import changes_of, plan_facts
from memgraph_core.plan.resolution import resolve
from memgraph_core.records.changes import ChangeState
from memgraph_core.records.extraction import ExtractedFact, Extraction, ExtractionWindow
from memgraph_core.records.plan import PlanningSnapshot


def update_of(*facts):
    return FactUpdate(facts={fact.uid: fact for fact in facts})


def lives(uid, place, when, **fields):
    fields = {"notes": (f"note of {uid}",)} | fields
    return make_fact(uid, object=place, holds_from=day(when) if when is not None else None, **fields)


def state_in_order(update, *facts, ended=False):
    for fact in facts:
        statement = Statement(
            fact=fact, at=NOW, turn=f"turn of {fact.uid}", said_at=fact.holds_from, ended=ended
        )
        update = with_statement(update, statement)
    return update


def current(update):
    return sorted(update.current)


def test_a_return_to_the_first_value_is_a_new_fact():
    update = state_in_order(
        update_of(), lives("f1", "turin", 0), lives("f2", "milan", 10), lives("f3", "turin", 20)
    )
    assert sorted(update.written) == ["f1", "f2", "f3"]
    assert current(update) == ["f3"]
    assert {c.fact: (c.holds_until, c.superseded_by) for c in update.invalidations} == {
        "f1": (day(10), "f2"),
        "f2": (day(20), "f3"),
    }


def test_a_repeated_statement_adds_a_source():
    update = state_in_order(
        update_of(lives("f1", "turin", 0)),
        lives("f2", "turin", 5, notes=("n2",)),
        lives("f3", "turin", 6, notes=("n3",)),
    )
    assert {uid: fact.notes for uid, fact in update.written.items()} == {"f1": ("n2", "n3")}
    assert update.invalidations == ()


def test_a_multi_valued_relation_supersedes_nothing():
    update = state_in_order(
        update_of(),
        *(make_fact(f"f{n}", type="LIKES", object=what) for n, what in enumerate(("tea", "jazz"))),
    )
    assert current(update) == ["f0", "f1"]


def test_a_late_statement_about_the_past_does_not_end_the_current_fact():
    update = state_in_order(update_of(lives("f1", "milan", 20)), lives("f2", "turin", 0))
    assert current(update) == ["f1"]
    assert [(c.fact, c.holds_until, c.superseded_by) for c in update.invalidations] == [("f2", day(20), "f1")]


def test_an_inferred_fact_supersedes_and_ends_nothing():
    said = lives("f1", "turin", 0)
    inferred = lives("f2", "milan", 10, trust="inferred")
    assert current(state_in_order(update_of(said), inferred)) == ["f1", "f2"]
    assert current(state_in_order(update_of(said), replace(inferred, object="turin"), ended=True)) == ["f1"]


def test_a_stated_fact_supersedes_an_inferred_one_but_not_in_the_past():
    inferred = lives("f1", "milan", 10, trust="inferred")
    assert current(state_in_order(update_of(inferred), lives("f2", "turin", 20))) == ["f2"]
    late = state_in_order(update_of(inferred), lives("f2", "turin", 0))
    assert (current(late), late.invalidations) == (["f1", "f2"], ())


def test_an_ending_statement_ends_the_current_fact():
    update = state_in_order(update_of(lives("f1", "turin", 0)), lives("f2", "turin", 9), ended=True)
    assert current(update) == []
    assert [(c.fact, c.holds_until, c.superseded_by) for c in update.invalidations] == [("f1", day(9), None)]
    assert update.written == {}


def test_an_ending_statement_without_a_fact_writes_an_ended_fact():
    update = state_in_order(update_of(), lives("f1", "turin", 9), ended=True)
    assert current(update) == []
    assert (update.written["f1"].holds_from, update.written["f1"].holds_until) == (None, day(9))


def test_an_ending_statement_does_not_end_a_fact_that_began_later():
    update = state_in_order(update_of(lives("f1", "turin", 20)), lives("f2", "turin", 5), ended=True)
    assert current(update) == ["f1"]
    assert update.written["f2"].holds_until == day(5)


def test_a_fact_about_one_subject_does_not_end_that_of_another():
    eve = lives("f1", "turin", 0, subject="eve")
    update = state_in_order(
        update_of(eve), lives("f2", "milan", 5, subject="ada"), lives("f3", "oslo", 6, subject="ada")
    )
    assert update.current["f1"] == eve
    assert {c.fact for c in update.invalidations} == {"f2"}


SUBJECTS, PLACES = ("ada", "eve"), ("turin", "milan", "oslo")
STATEMENTS = st.lists(
    st.tuples(
        st.sampled_from(SUBJECTS),
        st.sampled_from(PLACES),
        st.integers(0, 30),
        st.booleans(),
        st.sampled_from(["said", "inferred"]),
    ),
    max_size=8,
)


def update_after(statements):
    update = update_of()
    for number, (subject, place, when, ended, trust) in statements:
        fact = lives(f"f{number}", place, when, subject=subject, trust=trust, recorded_at=day(when))
        statement = Statement(fact=fact, at=NOW, turn=f"t{number}", said_at=day(when), ended=ended)
        update = with_statement(update, statement)
    return update


def of(update, subject):
    facts = {uid: fact for uid, fact in update.written.items() if fact.subject == subject}
    return (
        facts,
        [invalidation for invalidation in update.invalidations if invalidation.fact in facts],
        [u for u in facts if u in update.current],
    )


@given(STATEMENTS)
@pytest.mark.slow
def test_facts_about_one_subject_never_change_facts_about_another(statements):
    numbered = list(enumerate(statements))
    alone = [item for item in numbered if item[1][0] == "ada"]
    assert of(update_after(numbered), "ada") == of(update_after(alone), "ada")


@given(STATEMENTS)
@pytest.mark.slow
def test_a_subject_has_at_most_one_stated_current_value_and_no_inverted_interval(statements):
    update = update_after(enumerate(statements))
    for subject in SUBJECTS:
        assert sum(f.subject == subject and f.trust == "said" for f in update.current.values()) <= 1
    for invalidation in update.invalidations:
        start = update.written[invalidation.fact].holds_from
        assert start is None or start <= invalidation.holds_until
        assert invalidation.fact not in update.current


@given(STATEMENTS)
@pytest.mark.slow
def test_only_stated_facts_supersede(statements):
    update = update_after(enumerate(statements))
    assert all(
        update.written[c.superseded_by].trust == "said" for c in update.invalidations if c.superseded_by
    )


def stated(turn, place, *, subject="Ada", type_="LIVES_IN", **fields):
    return ExtractedFact(turn=turn, ordinal=0, subject=subject, type=type_, object=place, text="…", **fields)


def planned(turns, *facts, current=()):
    window = ExtractionWindow(turns=tuple(turns))
    draft = draft_of(window, Extraction(extractor="rules", facts=facts), "space", NOW)
    snapshot = PlanningSnapshot(space="space", version=1, entities={}, facts=current)
    return plan_facts(draft, resolve(draft, snapshot), snapshot)


def test_statements_are_applied_in_the_order_of_their_times():
    turns = [make_turn("late", said_at=day(9)), make_turn("early", said_at=day(1))]
    update = planned(turns, stated("late", "Milan"), stated("early", "Turin"))
    (fact,) = update.current.values()
    assert fact.holds_from == day(9)
    assert [c.holds_until for c in update.invalidations] == [day(9)]


def test_a_fact_holds_from_its_turn_unless_it_states_a_time():
    (said,) = planned([make_turn("t1", said_at=day(3))], stated("t1", "Turin")).current.values()
    (dated,) = planned(
        [make_turn("t1", said_at=day(3))], stated("t1", "Turin", holds_from=day(1))
    ).current.values()
    assert (said.holds_from, dated.holds_from) == (day(3), day(1))


def test_a_fact_of_an_undated_turn_has_no_start():
    (fact,) = planned(
        [make_turn("t1", said_at=None, recorded_at=None)], stated("t1", "Turin")
    ).current.values()
    assert fact.holds_from is None


@pytest.mark.parametrize("end", ["ada", "The Ada's", " "])
def test_a_fact_needs_a_subject_and_a_different_object(end):
    assert planned([make_turn("t1")], stated("t1", end)).written == {}


def test_a_relation_outside_the_vocabulary_supersedes_nothing():
    turns = [make_turn("t1", said_at=day(1)), make_turn("t2", said_at=day(2))]
    update = planned(turns, stated("t1", "Bob", type_="TEACHES"), stated("t2", "Eve", type_="TEACHES"))
    assert len(update.current) == 2


def test_each_invalidation_is_recorded_as_a_change_without_text():
    update = state_in_order(update_of(), lives("f1", "turin", 0), lives("f2", "milan", 10))
    (change,) = changes_of(update, "space")
    assert (change.kind, change.by, change.at) == ("supersede", "engine", NOW)
    assert change.after == ChangeState(fact="f1", holds_until=day(10), by="f2", turn="turn of f2")
    assert "lives" not in change.after.json + change.before.json + change.reason
    assert changes_of(update, "space") == (change,)
