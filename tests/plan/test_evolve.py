"""Improvements and links that a model returns become rows of the plan, within limits; invalid ones are ignored."""

from dataclasses import replace

import pytest

from factories import NOW, all_text_of, make_call, make_note, make_turn, vector
from memgraph_core.plan.build import plan_writes
from memgraph_core.plan.draft import draft_of, note_uid, snapshot_request, texts_to_embed, with_vectors
from memgraph_core.records.changes import ChangeState
from memgraph_core.records.extraction import (
    ExtractedLink,
    ExtractedNote,
    Extraction,
    ExtractionWindow,
    NoteImprovement,
)
from memgraph_core.records.graph import Link
from memgraph_core.records.plan import PlanningSnapshot

QUINCES = make_note("old", "Ada grows quinces.", turns=("t0",), context="A garden.", keywords=("quinces",))
NEW = note_uid("space", "t1", "llm", 0)


def improvement(
    note="old", turn="t1", context="An orchard in Turin.", keywords=("orchard",), tags=("fruit",)
):
    return NoteImprovement(note=note, turn=turn, context=context, keywords=keywords, tags=tags)


def draft(*, turns=None, before=(), candidates=(QUINCES,), **extracted):
    turns = turns or [make_turn("t1", "The orchard is in Turin.", position=4)]
    notes = tuple(ExtractedNote(turn=turn.uid, ordinal=0, text=turn.text) for turn in turns)
    window = ExtractionWindow(turns=tuple(turns), preceding=tuple(before), candidates=tuple(candidates))
    return draft_of(
        window, Extraction(extractor="llm", whole_window=True, notes=notes, **extracted), "space", NOW
    )


def planned(**extracted):
    made = draft(**extracted)
    counts = {note: 2 for note in snapshot_request(made).revision_counts}
    return plan_writes(made, PlanningSnapshot(space="space", version=3, entities={}, revision_counts=counts))


# Improvements of candidate notes


def test_an_improved_candidate_keeps_its_text_and_takes_the_new_context():
    [revised] = planned(improvements=(improvement(),)).revisions
    assert (revised.note, revised.turn, revised.text) == ("old", "t1", QUINCES.text)
    assert (revised.context, revised.keywords, revised.tags) == (
        "An orchard in Turin.",
        ("orchard",),
        ("fruit",),
    )
    assert {"quinc", "orchard", "turin", "fruit"} <= {term[:7].rstrip("es") for term in revised.terms.split()}
    assert "garden" not in revised.terms


def test_an_improved_candidate_is_embedded_again():
    made = draft(improvements=(improvement(),))
    texts = texts_to_embed(made)
    assert texts[-1] == "Ada grows quinces. An orchard in Turin. fruit"
    vectors = {text: vector(1, number) for number, text in enumerate(texts)}
    assert with_vectors(made, vectors).revisions[0].vector is vectors[texts[-1]]
    assert with_vectors(made, dict.fromkeys(texts)).revisions[0].vector is None


@pytest.mark.parametrize(
    "invalid",
    [
        improvement(note="unknown"),
        improvement(note=NEW),
        improvement(turn="t0"),
        improvement(context="A garden.", keywords=("quinces",), tags=()),
        improvement(context=" A  garden. ", keywords=("quinces", "quinces", " "), tags=()),
    ],
    ids=["no candidate", "a new note", "another turn", "unchanged", "unchanged except for spaces"],
)
def test_invalid_and_empty_improvements_are_ignored(invalid):
    plan = planned(improvements=(invalid,))
    assert (plan.revisions, plan.changes) == ((), ())


def test_a_sensitive_note_is_not_improved():
    assert planned(candidates=[replace(QUINCES, kind="vault")], improvements=(improvement(),)).revisions == ()


def test_a_forgotten_candidate_is_not_improved():
    plan = plan_writes(
        draft(improvements=(improvement(),)), PlanningSnapshot(space="space", version=3, entities={})
    )
    assert (plan.revisions, plan.changes) == ((), ())


def test_of_several_improvements_of_a_note_the_last_turn_counts():
    turns = [make_turn("t1", "One."), make_turn("t2", "Two.")]
    both = (improvement(turn="t2", context="Later."), improvement(turn="t1", context="Earlier."))
    [revised] = planned(turns=turns, improvements=both).revisions
    assert (revised.turn, revised.context) == ("t2", "Later.")


def test_each_improvement_is_recorded_as_a_change_without_text():
    [change] = planned(improvements=(improvement(),)).changes
    assert (change.kind, change.by) == ("evolve", "engine")
    assert change.before == ChangeState(note="old", number=2)
    assert change.after == ChangeState(note="old", number=3, turn="t1")
    assert "orchard" not in all_text_of(change)


@pytest.mark.parametrize(
    "words", ["More of the orchard, ", "果园里的榅桲又熟了，"], ids=["English", "Chinese"]
)
def test_a_note_stays_short_however_often_it_is_improved(words):
    """The model here appends to everything that it is given."""
    note, lengths = QUINCES, []
    for number in range(100):
        turn = make_turn(f"t{number}", words)
        longer = improvement(
            turn=turn.uid,
            context=note.context + words * 9,
            keywords=(*note.keywords, *(f"{words}{number:03}-{n}" * 3 for n in range(5))),
            tags=(*note.tags, *(f"{number:03}-{n}" for n in range(5))),
        )
        for revised in planned(turns=[turn], candidates=[note], improvements=(longer,)).revisions:
            note = replace(
                note,
                context=revised.context,
                keywords=revised.keywords,
                tags=revised.tags,
                terms=revised.terms,
            )
        lengths.append(len(f"{note.text}{note.context}{note.keywords}{note.tags}"))
    assert lengths[99] <= lengths[4]


def test_a_long_context_is_truncated():
    [revised] = planned(improvements=(improvement(context="quinces and pears, " * 40),)).revisions
    assert (len(revised.context), revised.context[-1]) == (300, "…")


# Links


def link(to, turn="t1", ordinal=0, reason="continues", weight=0.5):
    return ExtractedLink(turn=turn, ordinal=ordinal, to=to, reason=reason, weight=weight)


def test_a_new_note_is_linked_to_a_candidate_or_another_new_note():
    turns = [make_turn("t1", "One."), make_turn("t2", "Two.")]
    other = note_uid("space", "t2", "llm", 0)
    plan = planned(turns=turns, links=(link("old"), link(("t1", 0), turn="t2", reason="answers", weight=7)))
    assert set(plan.links) == {Link(NEW, "old", "continues", 0.5), Link(other, NEW, "answers", 1.0)}


@pytest.mark.parametrize(
    "invalid",
    [
        link("unknown"),
        link(("t9", 0)),
        link(("t1", 3)),
        link(("t1", 0)),
        link("old", ordinal=5),
        link("old", turn="t0"),
    ],
    ids=["no candidate", "no turn", "no note", "itself", "from no note", "from an older turn"],
)
def test_invalid_links_are_ignored(invalid):
    assert planned(links=(invalid,)).links == ()


def test_a_link_given_several_times_has_the_highest_weight():
    plan = planned(links=(link("old", weight=0.25), link("old", weight=0.75), link("old", weight=0.5)))
    assert plan.links == (Link(NEW, "old", "continues", 0.75),)


# Other results of a model


def test_turns_extracted_together_have_the_window_as_their_context_span():
    turns = [
        make_turn("t1", position=4),
        make_turn("t2", "Two.", position=6),
        make_turn("x", "X.", session="s2", position=9),
    ]
    before = [make_turn("a", "A.", position=2), make_turn("b", "B.", position=3)]
    plan = planned(turns=turns, before=before)
    assert {update.uid: update.context_span for update in plan.turns} == {
        "t1": (2, 6),
        "t2": (2, 6),
        "x": (9, 9),
    }


def test_turns_extracted_by_rules_have_no_context_span():
    made = draft()
    alone = replace(made, extraction=replace(made.extraction, whole_window=False))
    [update] = plan_writes(alone, PlanningSnapshot(space="space", version=3, entities={})).turns
    assert update.context_span is None


def test_keywords_affect_and_calls_of_a_model_are_in_the_plan():
    turn = make_turn("t1", "It went well.")
    note = ExtractedNote(turn="t1", ordinal=0, text="It went well.", keywords=("harvest",), affect="joy")
    calls = (make_call(),)
    extraction = Extraction(extractor="llm", whole_window=True, notes=(note,), calls=calls)
    made = draft_of(ExtractionWindow(turns=(turn,)), extraction, "space", NOW)
    plan = plan_writes(made, PlanningSnapshot(space="space", version=3, entities={}))
    assert (plan.notes[0].affect, plan.calls) == ("joy", calls)
    assert "harvest" in plan.notes[0].terms.split()
    assert texts_to_embed(made)[0] == "It went well. harvest"
