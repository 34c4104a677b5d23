"""What new statements do to facts."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factories import NOW, day, make_fact, make_turn
from memgraph_core.plan.draft import draft_of
from memgraph_core.plan.facts import FactUpdate, Statement, changes_of, plan_facts
from memgraph_core.plan.resolution import resolve
from memgraph_core.records.extraction import ExtractedFact, Extraction, ExtractionWindow
from memgraph_core.records.plan import PlanningSnapshot


def ledger(*facts):
    return FactUpdate(at=NOW, facts={fact.uid: fact for fact in facts})


def lives(uid, place, when, **fields):
    fields = {"notes": (f"note of {uid}",)} | fields
    return make_fact(uid, object=place, holds_from=day(when) if when is not None else None, **fields)


def follow(book, *facts, ended=False):
    for fact in facts:
        book.apply(Statement(fact=fact, turn=f"turn of {fact.uid}", said_at=fact.holds_from, ended=ended))
    return book


def held(book):
    return sorted(book.current)


def test_turin_milan_turin_are_three_facts_of_which_the_last_holds():
    book = follow(ledger(), lives("f1", "turin", 0), lives("f2", "milan", 10), lives("f3", "turin", 20))
    assert sorted(book.written) == ["f1", "f2", "f3"]
    assert held(book) == ["f3"]
    assert {c.fact: (c.holds_until, c.superseded_by) for c in book.invalidations} == {
        "f1": (day(10), "f2"),
        "f2": (day(20), "f3"),
    }


def test_the_same_said_again_is_one_fact_with_another_source():
    book = follow(
        ledger(lives("f1", "turin", 0)),
        lives("f2", "turin", 5, notes=("n2",)),
        lives("f3", "turin", 6, notes=("n3",)),
    )
    assert {uid: fact.notes for uid, fact in book.written.items()} == {"f1": ("n2", "n3")}
    assert book.invalidations == ()


def test_a_relation_with_many_objects_supersedes_nothing():
    book = follow(
        ledger(), *(make_fact(f"f{n}", type="LIKES", object=what) for n, what in enumerate(("tea", "jazz")))
    )
    assert held(book) == ["f0", "f1"]


def test_what_is_told_late_is_history_and_what_holds_goes_on():
    book = follow(ledger(lives("f1", "milan", 20)), lives("f2", "turin", 0))
    assert held(book) == ["f1"]
    assert [(c.fact, c.holds_until, c.superseded_by) for c in book.invalidations] == [("f2", day(20), "f1")]


def test_an_assistant_supersedes_nothing_and_ends_nothing():
    said = lives("f1", "turin", 0)
    guessed = lives("f2", "milan", 10, trust="inferred")
    assert held(follow(ledger(said), guessed)) == ["f1", "f2"]
    assert held(follow(ledger(said), replace(guessed, object="turin"), ended=True)) == ["f1"]


def test_a_user_supersedes_what_an_assistant_said_and_not_the_other_way_round_even_late():
    guessed = lives("f1", "milan", 10, trust="inferred")
    assert held(follow(ledger(guessed), lives("f2", "turin", 20))) == ["f2"]
    late = follow(ledger(guessed), lives("f2", "turin", 0))
    assert (held(late), late.invalidations) == (["f1", "f2"], ())


def test_used_to_ends_what_holds():
    book = follow(ledger(lives("f1", "turin", 0)), lives("f2", "turin", 9), ended=True)
    assert held(book) == []
    assert [(c.fact, c.holds_until, c.superseded_by) for c in book.invalidations] == [("f1", day(9), None)]
    assert book.written == {}


def test_used_to_of_something_never_told_is_written_as_over():
    book = follow(ledger(), lives("f1", "turin", 9), ended=True)
    assert held(book) == []
    assert (book.written["f1"].holds_from, book.written["f1"].holds_until) == (None, day(9))


def test_an_old_used_to_does_not_end_what_began_later():
    book = follow(ledger(lives("f1", "turin", 20)), lives("f2", "turin", 5), ended=True)
    assert held(book) == ["f1"]
    assert book.written["f2"].holds_until == day(5)


def test_a_move_of_one_says_nothing_of_another():
    eve = lives("f1", "turin", 0, subject="eve")
    book = follow(ledger(eve), lives("f2", "milan", 5, subject="ada"), lives("f3", "oslo", 6, subject="ada"))
    assert book.current["f1"] == eve
    assert {c.fact for c in book.invalidations} == {"f2"}


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


def told(statements):
    book = ledger()
    for number, (subject, place, when, ended, trust) in statements:
        fact = lives(f"f{number}", place, when, subject=subject, trust=trust, recorded_at=day(when))
        book.apply(Statement(fact=fact, turn=f"t{number}", said_at=day(when), ended=ended))
    return book


def of(book, subject):
    facts = {uid: fact for uid, fact in book.written.items() if fact.subject == subject}
    return (
        facts,
        [closing for closing in book.invalidations if closing.fact in facts],
        [u for u in facts if u in book.current],
    )


@settings(deadline=None)
@given(STATEMENTS)
@pytest.mark.slow
def test_facts_about_one_never_change_facts_about_another(statements):
    numbered = list(enumerate(statements))
    alone = [item for item in numbered if item[1][0] == "ada"]
    assert of(told(numbered), "ada") == of(told(alone), "ada")


@settings(deadline=None)
@given(STATEMENTS)
def test_at_most_one_place_is_held_by_what_users_said_and_no_interval_is_inverted(statements):
    book = told(enumerate(statements))
    for subject in SUBJECTS:
        assert sum(f.subject == subject and f.trust == "said" for f in book.current.values()) <= 1
    for closing in book.invalidations:
        begun = book.written[closing.fact].holds_from
        assert begun is None or begun <= closing.holds_until
        assert closing.fact not in book.current


@settings(deadline=None)
@given(STATEMENTS)
@pytest.mark.slow
def test_only_what_a_user_said_closes_a_fact(statements):
    book = told(enumerate(statements))
    assert all(book.written[c.superseded_by].trust == "said" for c in book.invalidations if c.superseded_by)


def stated(turn, place, *, subject="Ada", type_="LIVES_IN", **fields):
    return ExtractedFact(turn=turn, ordinal=0, subject=subject, type=type_, object=place, text="…", **fields)


def planned(turns, *facts, current=()):
    window = ExtractionWindow(turns=tuple(turns))
    draft = draft_of(window, Extraction(extractor="rules", facts=facts), "space", NOW)
    return plan_facts(draft, resolve(draft, PlanningSnapshot(space="space", version=1, entities={})), current)


def test_statements_count_in_the_order_they_were_said_not_handed_in():
    turns = [make_turn("late", said_at=day(9)), make_turn("early", said_at=day(1))]
    book = planned(turns, stated("late", "Milan"), stated("early", "Turin"))
    (fact,) = book.current.values()
    assert fact.holds_from == day(9)
    assert [c.holds_until for c in book.invalidations] == [day(9)]


def test_a_fact_holds_since_it_was_said_unless_it_tells_when():
    (said,) = planned([make_turn("t1", said_at=day(3))], stated("t1", "Turin")).current.values()
    (dated,) = planned(
        [make_turn("t1", said_at=day(3))], stated("t1", "Turin", holds_from=day(1))
    ).current.values()
    assert (said.holds_from, dated.holds_from) == (day(3), day(1))


def test_a_fact_of_an_undated_turn_begins_at_no_known_time():
    (fact,) = planned(
        [make_turn("t1", said_at=None, recorded_at=None)], stated("t1", "Turin")
    ).current.values()
    assert fact.holds_from is None


@pytest.mark.parametrize("end", ["ada", "The Ada's", " "])
def test_a_fact_needs_two_ends_that_differ(end):
    assert planned([make_turn("t1")], stated("t1", end)).written == {}


def test_a_relation_that_the_vocabulary_does_not_know_supersedes_nothing():
    turns = [make_turn("t1", said_at=day(1)), make_turn("t2", said_at=day(2))]
    book = planned(turns, stated("t1", "Bob", type_="TEACHES"), stated("t2", "Eve", type_="TEACHES"))
    assert len(book.current) == 2


def test_each_closing_is_recorded_without_words_and_again_alike():
    book = follow(ledger(), lives("f1", "turin", 0), lives("f2", "milan", 10))
    (change,) = changes_of(book, "space")
    assert (change.kind, change.by, change.at) == ("supersede", "engine", NOW)
    assert json.loads(change.after) == {
        "fact": "f1",
        "holds_until": day(10).isoformat(),
        "by": "f2",
        "turn": "turn of f2",
    }
    assert "lives" not in change.after + change.before + change.reason
    assert changes_of(book, "space") == (change,)
