"""What became of each turn."""

from factories import NOW, make_turn
from memgraph_core.extract.rules import RulesExtractor
from memgraph_core.plan.build import plan_writes
from memgraph_core.plan.draft import draft_of
from memgraph_core.plan.receipts import Receipt, receipts, waiting
from memgraph_core.records.extraction import ExtractionWindow
from memgraph_core.records.plan import PlanningSnapshot


def receipts_of(*turns, new):
    window = ExtractionWindow(turns=turns)
    extraction = RulesExtractor().extract(window)
    plan = plan_writes(
        draft_of(window, extraction, "space", NOW), PlanningSnapshot(space="space", version=1, entities={})
    )
    return plan, receipts(plan, extraction.skipped, frozenset(new))


def test_a_turn_is_told_its_notes_facts_and_entities():
    plan, told = receipts_of(make_turn("t1", "I live in Turin."), new=["t1"])
    turin = next(e.uid for e in plan.entities if e.name == "Turin")
    assert (told["t1"].notes, told["t1"].facts) == (
        tuple(n.uid for n in plan.notes),
        tuple(f.uid for f in plan.facts),
    )
    assert (told["t1"].state, told["t1"].new, told["t1"].entities) == ("extracted", True, (turin,))


def test_a_turn_without_a_note_is_told_why():
    _, told = receipts_of(
        make_turn("t1", "Who are you?"), make_turn("t2", "Thanks!"), make_turn("t3", "!!!"), new=[]
    )
    assert [(t.state, t.new, t.reason) for t in told.values()] == [
        ("skipped", False, "only questions"),
        ("skipped", False, "nothing stated"),
        ("skipped", False, "no words"),
    ]


def test_a_fact_said_twice_is_told_to_both_turns():
    plan, told = receipts_of(
        make_turn("t1", "I live in Turin."), make_turn("t2", "Yes, I live in Turin."), new=["t1", "t2"]
    )
    assert told["t1"].facts == told["t2"].facts == tuple(f.uid for f in plan.facts)


def test_a_receipt_counts_its_notes_and_what_waits():
    _, told = receipts_of(make_turn("t1", "I live in Turin. I love jazz."), new=["t1"])
    receipt = Receipt(turns=(told["t1"], waiting(make_turn("t2"), frozenset(["t2"]), "no model")))
    assert (receipt.notes, receipt.pending) == (2, 1)
    assert (receipt.turns[1].state, receipt.turns[1].new, receipt.turns[1].reason) == (
        "pending",
        True,
        "no model",
    )
