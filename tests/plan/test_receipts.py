"""Receipts: the state of each turn with its notes, facts and entities."""

import pytest

from factories import NOW, make_turn
from memgraph_core.extract.rules import RulesExtractor
from memgraph_core.plan.build import plan_writes
from memgraph_core.plan.draft import draft_of
from memgraph_core.plan.receipts import Receipt, logged_receipt, receipts_of_plan
from memgraph_core.records.extraction import ExtractionWindow
from memgraph_core.records.plan import PlanningSnapshot

pytestmark = pytest.mark.slow  # loads the English parser


def planned(*turns):
    """The plan for these turns, and its receipts."""
    window = ExtractionWindow(turns=turns)
    extraction = RulesExtractor().extract(window)
    plan = plan_writes(
        draft_of(window, extraction, "space", NOW), PlanningSnapshot(space="space", version=1, entities={})
    )
    return plan, receipts_of_plan(plan, extraction.skipped)


def test_a_receipt_lists_the_notes_facts_and_entities_of_its_turn():
    plan, receipts = planned(make_turn("t1", "I live in Turin."))
    turin = next(e.uid for e in plan.entities if e.name == "Turin")
    assert (receipts["t1"].notes, receipts["t1"].facts) == (
        tuple(n.uid for n in plan.notes),
        tuple(f.uid for f in plan.facts),
    )
    assert (receipts["t1"].state, receipts["t1"].entities) == ("extracted", (turin,))


def test_the_receipt_of_a_turn_without_a_note_says_why():
    _, receipts = planned(make_turn("t1", "Who are you?"), make_turn("t2", "Thanks!"), make_turn("t3", "!!!"))
    assert [(receipt.state, receipt.reason) for receipt in receipts.values()] == [
        ("skipped", "only questions"),
        ("skipped", "nothing stated"),
        ("skipped", "no words"),
    ]


def test_a_fact_that_two_turns_state_is_in_both_receipts():
    plan, receipts = planned(make_turn("t1", "I live in Turin."), make_turn("t2", "Yes, I live in Turin."))
    assert receipts["t1"].facts == receipts["t2"].facts == tuple(f.uid for f in plan.facts)


def test_a_receipt_counts_its_notes_and_its_pending_turns():
    _, receipts = planned(make_turn("t1", "I live in Turin. I love jazz."))
    receipt = Receipt(turns=(receipts["t1"], logged_receipt(make_turn("t2"), "no model")))
    assert (receipt.notes, receipt.pending) == (2, 1)
    assert (receipt.turns[1].state, receipt.turns[1].reason) == ("pending", "no model")
