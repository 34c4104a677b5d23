"""What a model says of candidates and ties becomes plan rows, within bounds; what it may not say is left out."""

import json
from dataclasses import replace

import pytest

from factories import NOW, make_call, make_note, make_turn, vector
from memgraph_core.plan.build import plan_writes
from memgraph_core.plan.draft import draft_of, note_uid, snapshot_request, texts_to_embed, with_vectors
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


def evolved(note="old", turn="t1", context="An orchard in Turin.", keywords=("orchard",), tags=("fruit",)):
    return NoteImprovement(note=note, turn=turn, context=context, keywords=keywords, tags=tags)


def drafted(*, turns=None, before=(), candidates=(QUINCES,), **said):
    turns = turns or [make_turn("t1", "The orchard is in Turin.", position=4)]
    notes = tuple(ExtractedNote(turn=turn.uid, ordinal=0, text=turn.text) for turn in turns)
    window = ExtractionWindow(turns=tuple(turns), preceding=tuple(before), candidates=tuple(candidates))
    return draft_of(window, Extraction(extractor="llm", whole_window=True, notes=notes, **said), "space", NOW)


def planned(**said):
    draft = drafted(**said)
    states = {note: 2 for note in snapshot_request(draft).revision_counts}
    return plan_writes(draft, PlanningSnapshot(space="space", version=3, entities={}, revision_counts=states))


# Candidates that are better understood


def test_a_candidate_keeps_what_it_says_and_takes_on_what_surrounds_it():
    [revised] = planned(improvements=(evolved(),)).revisions
    assert (revised.note, revised.turn, revised.text) == ("old", "t1", QUINCES.text)
    assert (revised.context, revised.keywords, revised.tags) == (
        "An orchard in Turin.",
        ("orchard",),
        ("fruit",),
    )
    assert {"quinc", "orchard", "turin", "fruit"} <= {term[:7].rstrip("es") for term in revised.terms.split()}
    assert "garden" not in revised.terms


def test_it_is_embedded_anew_with_the_rest():
    draft = drafted(improvements=(evolved(),))
    texts = texts_to_embed(draft)
    assert texts[-1] == "Ada grows quinces. An orchard in Turin. fruit"
    vectors = [vector(1, number) for number in range(len(texts))]
    assert with_vectors(draft, vectors).revisions[0].vector is vectors[-1]
    assert with_vectors(draft, [None] * len(texts)).revisions[0].vector is None


@pytest.mark.parametrize(
    "told",
    [
        evolved(note="unknown"),
        evolved(note=NEW),
        evolved(turn="t0"),
        evolved(context="A garden.", keywords=("quinces",), tags=()),
        evolved(context=" A  garden. ", keywords=("quinces", "quinces", " "), tags=()),
    ],
    ids=["no candidate", "a new note", "another turn", "as it is", "as it is but for blanks"],
)
def test_what_is_no_candidate_or_stays_as_it_is_is_left_out(told):
    plan = planned(improvements=(told,))
    assert (plan.revisions, plan.changes) == ((), ())


def test_a_secret_is_not_improved():
    assert planned(candidates=[replace(QUINCES, kind="vault")], improvements=(evolved(),)).revisions == ()


def test_a_candidate_that_was_forgotten_meanwhile_is_left_out():
    plan = plan_writes(
        drafted(improvements=(evolved(),)), PlanningSnapshot(space="space", version=3, entities={})
    )
    assert (plan.revisions, plan.changes) == ((), ())


def test_of_several_improvements_the_one_of_the_last_turn_counts():
    turns = [make_turn("t1", "One."), make_turn("t2", "Two.")]
    told = (evolved(turn="t2", context="Later."), evolved(turn="t1", context="Earlier."))
    [revised] = planned(turns=turns, improvements=told).revisions
    assert (revised.turn, revised.context) == ("t2", "Later.")


def test_each_is_on_record_by_numbers_and_without_words():
    [change] = planned(improvements=(evolved(),)).changes
    assert (change.kind, change.by) == ("evolve", "engine")
    assert json.loads(change.before) == {"note": "old", "number": 2}
    assert json.loads(change.after) == {"note": "old", "number": 3, "turn": "t1"}
    assert "orchard" not in repr(change)


@pytest.mark.parametrize(
    "words", ["More of the orchard, ", "果园里的榅桲又熟了，"], ids=["English", "Chinese"]
)
def test_a_note_that_evolved_a_hundred_times_is_no_longer_than_after_five(words):
    """By a model that adds to all that it is shown."""
    note, lengths = QUINCES, []
    for number in range(100):
        turn = make_turn(f"t{number}", words)
        more = evolved(
            turn=turn.uid,
            context=note.context + words * 9,
            keywords=(*note.keywords, *(f"{words}{number:03}-{n}" * 3 for n in range(5))),
            tags=(*note.tags, *(f"{number:03}-{n}" for n in range(5))),
        )
        for revised in planned(turns=[turn], candidates=[note], improvements=(more,)).revisions:
            note = replace(
                note,
                context=revised.context,
                keywords=revised.keywords,
                tags=revised.tags,
                terms=revised.terms,
            )
        lengths.append(len(f"{note.text}{note.context}{note.keywords}{note.tags}"))
    assert lengths[99] <= lengths[4]


def test_a_context_that_is_too_long_is_cut():
    [revised] = planned(improvements=(evolved(context="quinces and pears, " * 40),)).revisions
    assert (len(revised.context), revised.context[-1]) == (300, "…")


# Ties


def tie(to, turn="t1", ordinal=0, reason="continues", weight=0.5):
    return ExtractedLink(turn=turn, ordinal=ordinal, to=to, reason=reason, weight=weight)


def test_a_new_note_is_tied_to_a_candidate_or_to_another_new_note():
    turns = [make_turn("t1", "One."), make_turn("t2", "Two.")]
    other = note_uid("space", "t2", "llm", 0)
    plan = planned(turns=turns, links=(tie("old"), tie(("t1", 0), turn="t2", reason="answers", weight=7)))
    assert set(plan.links) == {Link(NEW, "old", "continues", 0.5), Link(other, NEW, "answers", 1.0)}


@pytest.mark.parametrize(
    "told",
    [
        tie("unknown"),
        tie(("t9", 0)),
        tie(("t1", 3)),
        tie(("t1", 0)),
        tie("old", ordinal=5),
        tie("old", turn="t0"),
    ],
    ids=["no candidate", "no turn", "no note", "itself", "from no note", "from an older turn"],
)
def test_a_tie_from_or_to_something_else_is_left_out(told):
    assert planned(links=(told,)).links == ()


def test_a_tie_told_twice_is_as_strong_as_the_stronger():
    plan = planned(links=(tie("old", weight=0.25), tie("old", weight=0.75), tie("old", weight=0.5)))
    assert plan.links == (Link(NEW, "old", "continues", 0.75),)


# What else comes of a model's reading


def test_a_turn_that_was_read_jointly_tells_what_shaped_its_notes_in_its_session():
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


def test_rules_read_each_turn_by_itself():
    draft = drafted()
    alone = replace(draft, extraction=replace(draft.extraction, whole_window=False))
    [update] = plan_writes(alone, PlanningSnapshot(space="space", version=3, entities={})).turns
    assert update.context_span is None


def test_keywords_tags_feeling_and_calls_of_a_model_count():
    turn = make_turn("t1", "It went well.")
    note = ExtractedNote(turn="t1", ordinal=0, text="It went well.", keywords=("harvest",), affect="joy")
    calls = (make_call(),)
    extraction = Extraction(extractor="llm", whole_window=True, notes=(note,), calls=calls)
    draft = draft_of(ExtractionWindow(turns=(turn,)), extraction, "space", NOW)
    plan = plan_writes(draft, PlanningSnapshot(space="space", version=3, entities={}))
    assert (plan.notes[0].affect, plan.calls) == ("joy", calls)
    assert "harvest" in plan.notes[0].terms.split()
    assert texts_to_embed(draft)[0] == "It went well. harvest"
