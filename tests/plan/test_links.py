"""Ties that rules are sure of: in one window, and to what was read before."""

import pytest

from factories import NOW, make_turn, terms_of
from memgraph_core.extract.rules import RulesExtractor
from memgraph_core.plan.draft import draft_of, snapshot_request
from memgraph_core.plan.links import links_of
from memgraph_core.records.extraction import ExtractedMention, ExtractedNote, Extraction, ExtractionWindow
from memgraph_core.records.plan import Neighbour, PlanningSnapshot

NOTHING = PlanningSnapshot(space="space", version=0, entities={})


def drafted(*lines, before=()):
    """Each line (speaker, text, names it is about …) is a turn with one note."""
    turns = [
        make_turn(f"t{n}", text, speaker=speaker, position=n)
        for n, (speaker, text, *_) in enumerate(lines, start=len(before))
    ]
    told = [
        ExtractedNote(
            turn=turn.uid,
            ordinal=0,
            text=f"{turn.speaker}: {turn.text}",
            about=tuple(name if isinstance(name, tuple) else (name, "topic") for name in names),
        )
        for turn, (_, _, *names) in zip(turns, lines, strict=True)
    ]
    events = [
        ExtractedMention(turn=note.turn, name=name, type="Event")
        for note in told
        for name, _ in note.about
        if name.startswith(("Harvest", "丰收"))
    ]
    earlier = [
        make_turn(f"t{n}", text, speaker=speaker, position=n) for n, (speaker, text) in enumerate(before)
    ]
    window = ExtractionWindow(turns=tuple(turns), preceding=tuple(earlier))
    extraction = Extraction(extractor="rules", notes=tuple(told), mentions=tuple(events))
    return draft_of(window, extraction, "space", NOW)


def ties(*lines, known=NOTHING, before=()):
    """(number of the note, number or uid of the one it is tied to, reason)."""
    draft = drafted(*lines, before=before)
    number = {note.uid: int(note.turns[0][1:]) for note in draft.notes}
    return {(number[t.a], number.get(t.b, t.b), t.reason) for t in links_of(draft, known)}


def test_who_goes_on_about_somebody_continues():
    assert ties(("Ada", "Max is old.", "Max"), ("Ada", "Max barks.", "Max")) == {(1, 0, "continues")}
    assert ties(("李娜", "豆豆老了。", "豆豆"), ("李娜", "豆豆爱叫。", "豆豆")) == {(1, 0, "continues")}


def test_an_interjection_between_does_not_matter_and_a_long_talk_does():
    lines = [("Ada", "Max is old.", "Max"), ("Bea", "Oh."), ("Ada", "Max barks.", "Max")]
    assert ties(*lines) == {(2, 0, "continues")}
    assert ties(lines[0], lines[1], lines[1], lines[2]) == set()


@pytest.mark.parametrize(
    "lines",
    [
        [("Ada", "Max is old.", "Max"), ("Bea", "Max barks.", "Max")],
        [("Ada", "Max is old.", "Max"), ("Ada", "Tom sails.", "Tom")],
        [("Ada", "Is Max old?", "Max"), ("Ada", "Max barks.", "Max")],
        [("Ada", "Ada is here.", "Ada"), ("Ada", "Ada is there.", "Ada")],
        [
            ("Ada", "Tom works at Fiat.", ("Tom", "subject"), "Fiat"),
            ("Ada", "Eve works at Fiat.", ("Eve", "subject"), "Fiat"),
        ],
    ],
    ids=["another speaker", "somebody else", "a question", "of oneself", "two who share a firm"],
)
def test_other_statements_continue_nothing(lines):
    assert ties(*lines) == set()


def test_what_is_said_of_one_happening_is_tied_whoever_says_it():
    lines = [("Ada", "The Harvest Fair begins.", "Harvest Fair"), ("Bea", "I go too.", "Harvest Fair")]
    assert ties(*lines) == {(1, 0, "same_event")}
    assert ties(("李娜", "丰收节开始了。", "丰收节"), ("王芳", "我也去。", "丰收节")) == {
        (1, 0, "same_event")
    }


def test_a_happening_without_a_name_of_its_own_ties_nothing():
    assert ties(("Ada", "A harvest.", "Harvest"), ("Bea", "Our harvest.", "Harvest")) == set()


def test_of_very_many_about_one_happening_each_is_tied_to_two():
    lines = [(f"P{n}", f"It is day {n}.", "Harvest Fair") for n in range(9)]
    assert {tie for tie in ties(*lines) if tie[0] == 8} == {(8, 7, "same_event"), (8, 6, "same_event")}


def test_an_exception_is_one_to_what_the_speaker_said_before():
    lines = [("Ada", "I work each day."), ("Ada", "Except on Sundays.")]
    assert ties(*lines) == {(1, 0, "exception_to")}
    assert ties(("李娜", "我每天上班。"), ("李娜", "除了星期天。")) == {(1, 0, "exception_to")}
    assert ties(("Ada", "I work each day."), ("Bea", "Except on Sundays.")) == set()


def test_who_says_the_opposite_contradicts_oneself_and_nobody_else():
    one, other = "I like strong coffee.", "I don't like strong coffee."
    assert ties(("Ada", one), ("Ada", other)) == {(1, 0, "contradicts")}
    assert ties(("李娜", "我喜欢喝咖啡。"), ("李娜", "我不喜欢喝咖啡了。")) == {(1, 0, "contradicts")}
    assert ties(("Ada", one), ("Bea", other)) == set()
    assert ties(("Ada", one), ("Ada", "Don't I like strong coffee?")) == set()


def test_notes_of_before_are_tied_by_what_the_store_tells_of_them():
    before = [("Ada", "I like strong coffee.")]
    draft = drafted(("Ada", "I don't like strong coffee."), before=before)
    assert snapshot_request(draft).supporting_turns == ("t0",)
    stored = Neighbour(uid="old", terms=terms_of("i like strong coffee"), text="Ada: I like strong coffee.")
    known = PlanningSnapshot(
        space="space", version=0, entities={}, neighbours={draft.notes[0].uid: (stored,)}
    )
    assert ties(("Ada", "I don't like strong coffee."), before=before, known=known) == {
        (1, "old", "contradicts")
    }
    known = PlanningSnapshot(space="space", version=0, entities={}, supporting_notes={"t0": (stored,)})
    assert ties(("Ada", "But not at night."), before=before, known=known) == {(1, "old", "exception_to")}


def test_a_model_tells_its_ties_itself():
    turns = [make_turn("t0", "I like strong coffee."), make_turn("t1", "I don't like strong coffee.")]
    notes = tuple(ExtractedNote(turn=turn.uid, ordinal=0, text=turn.text) for turn in turns)
    window = ExtractionWindow(turns=tuple(turns))
    extraction = Extraction(extractor="llm", notes=notes, whole_window=True)
    assert links_of(draft_of(window, extraction, "space", NOW), NOTHING) == ()


@pytest.mark.slow
def test_a_long_document_is_tied_in_time():
    text = "I never saw the Harvest Fair there. I saw the Harvest Fair there. " * 700
    window = ExtractionWindow(turns=(make_turn("t0", text),))
    draft = draft_of(window, RulesExtractor().extract(window), "space", NOW)
    assert len(draft.notes) > 100
    assert len(links_of(draft, NOTHING)) < 4 * len(draft.notes)
