"""Links that the rules find: within one window, and to notes of preceding turns."""

import pytest

from factories import NOW, make_turn, terms_of
from memgraph_core.extract.rules import RulesExtractor
from memgraph_core.plan.draft import draft_of, snapshot_request
from memgraph_core.plan.links import links_of
from memgraph_core.records.extraction import ExtractedMention, ExtractedNote, Extraction, ExtractionWindow
from memgraph_core.records.plan import Neighbour, PlanningSnapshot

NOTHING = PlanningSnapshot(space="space", version=0, entities={})


def draft(*lines, before=()):
    """A draft in which each line (speaker, text, names …) is a turn with one note about these names."""
    turns = [
        make_turn(f"t{n}", text, speaker=speaker, position=n)
        for n, (speaker, text, *_) in enumerate(lines, start=len(before))
    ]
    notes = [
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
        for note in notes
        for name, _ in note.about
        if name.startswith(("Harvest", "丰收"))
    ]
    earlier = [
        make_turn(f"t{n}", text, speaker=speaker, position=n) for n, (speaker, text) in enumerate(before)
    ]
    window = ExtractionWindow(turns=tuple(turns), preceding=tuple(earlier))
    extraction = Extraction(extractor="rules", notes=tuple(notes), mentions=tuple(events))
    return draft_of(window, extraction, "space", NOW)


def links(*lines, snapshot=NOTHING, before=()):
    """The links, each as (number of the note, number or uid of the linked note, reason)."""
    made = draft(*lines, before=before)
    number = {note.uid: int(note.turns[0][1:]) for note in made.notes}
    return {(number[link.a], number.get(link.b, link.b), link.reason) for link in links_of(made, snapshot)}


def test_two_notes_of_a_speaker_about_one_person_are_linked_as_continuing():
    assert links(("Ada", "Max is old.", "Max"), ("Ada", "Max barks.", "Max")) == {(1, 0, "continues")}
    assert links(("李娜", "豆豆老了。", "豆豆"), ("李娜", "豆豆爱叫。", "豆豆")) == {(1, 0, "continues")}


def test_one_turn_between_does_not_break_the_link_but_several_do():
    lines = [("Ada", "Max is old.", "Max"), ("Bea", "Oh."), ("Ada", "Max barks.", "Max")]
    assert links(*lines) == {(2, 0, "continues")}
    assert links(lines[0], lines[1], lines[1], lines[2]) == set()


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
    ids=["another speaker", "another person", "a question", "about oneself", "two people at one company"],
)
def test_other_pairs_of_notes_are_not_linked_as_continuing(lines):
    assert links(*lines) == set()


def test_notes_about_one_named_event_are_linked_for_any_speaker():
    lines = [("Ada", "The Harvest Fair begins.", "Harvest Fair"), ("Bea", "I go too.", "Harvest Fair")]
    assert links(*lines) == {(1, 0, "same_event")}
    assert links(("李娜", "丰收节开始了。", "丰收节"), ("王芳", "我也去。", "丰收节")) == {
        (1, 0, "same_event")
    }


def test_notes_about_an_event_without_a_name_are_not_linked():
    assert links(("Ada", "A harvest.", "Harvest"), ("Bea", "Our harvest.", "Harvest")) == set()


def test_a_note_is_linked_to_at_most_two_others_about_one_event():
    lines = [(f"P{n}", f"It is day {n}.", "Harvest Fair") for n in range(9)]
    assert {link for link in links(*lines) if link[0] == 8} == {(8, 7, "same_event"), (8, 6, "same_event")}


def test_an_exception_is_linked_to_the_preceding_note_of_the_same_speaker():
    lines = [("Ada", "I work each day."), ("Ada", "Except on Sundays.")]
    assert links(*lines) == {(1, 0, "exception_to")}
    assert links(("李娜", "我每天上班。"), ("李娜", "除了星期天。")) == {(1, 0, "exception_to")}
    assert links(("Ada", "I work each day."), ("Bea", "Except on Sundays.")) == set()


def test_a_contradiction_of_oneself_is_linked():
    one, other = "I like strong coffee.", "I don't like strong coffee."
    assert links(("Ada", one), ("Ada", other)) == {(1, 0, "contradicts")}
    assert links(("李娜", "我喜欢喝咖啡。"), ("李娜", "我不喜欢喝咖啡了。")) == {(1, 0, "contradicts")}
    assert links(("Ada", one), ("Bea", other)) == set()
    assert links(("Ada", one), ("Ada", "Don't I like strong coffee?")) == set()


def test_words_before_a_colon_are_no_speaker():
    turns = [
        make_turn(f"t{n}", f"Sundays: we {do}open the shop.", speaker=None, position=n)
        for n, do in enumerate(("", "don't "))
    ]
    notes = tuple(ExtractedNote(turn=turn.uid, ordinal=0, text=turn.text) for turn in turns)
    window = ExtractionWindow(turns=tuple(turns))
    draft = draft_of(window, Extraction(extractor="rules", notes=notes), "space", NOW)
    assert links_of(draft, NOTHING) == ()


def test_stored_notes_are_linked_too():
    before = [("Ada", "I like strong coffee.")]
    made = draft(("Ada", "I don't like strong coffee."), before=before)
    assert snapshot_request(made).supporting_turns == ("t0",)
    stored = Neighbour(uid="old", terms=terms_of("i like strong coffee"), text="Ada: I like strong coffee.")
    snapshot = PlanningSnapshot(
        space="space", version=0, entities={}, neighbours={made.notes[0].uid: (stored,)}
    )
    assert links(("Ada", "I don't like strong coffee."), before=before, snapshot=snapshot) == {
        (1, "old", "contradicts")
    }
    snapshot = PlanningSnapshot(space="space", version=0, entities={}, supporting_notes={"t0": (stored,)})
    assert links(("Ada", "But not at night."), before=before, snapshot=snapshot) == {
        (1, "old", "exception_to")
    }


def test_notes_of_a_model_get_no_links_by_rules():
    turns = [make_turn("t0", "I like strong coffee."), make_turn("t1", "I don't like strong coffee.")]
    notes = tuple(ExtractedNote(turn=turn.uid, ordinal=0, text=turn.text) for turn in turns)
    window = ExtractionWindow(turns=tuple(turns))
    extraction = Extraction(extractor="llm", notes=notes, whole_window=True)
    assert links_of(draft_of(window, extraction, "space", NOW), NOTHING) == ()


@pytest.mark.slow
def test_links_of_a_long_document_are_found_in_linear_number():
    text = "I never saw the Harvest Fair there. I saw the Harvest Fair there. " * 700
    window = ExtractionWindow(turns=(make_turn("t0", text),))
    draft = draft_of(window, RulesExtractor().extract(window), "space", NOW)
    assert len(draft.notes) > 100
    assert len(links_of(draft, NOTHING)) < 4 * len(draft.notes)
