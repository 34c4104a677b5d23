"""The draft that is made from an extraction: notes, texts to embed, and the request for a planning snapshot."""

import numpy as np
import pytest

from factories import NOW, make_turn, vector
from memgraph_core.plan.draft import (
    draft_of,
    note_uid,
    passages_of,
    snapshot_request,
    texts_to_embed,
    with_vectors,
)
from memgraph_core.records.extraction import (
    ExtractedFact,
    ExtractedMention,
    ExtractedNote,
    Extraction,
    ExtractionWindow,
)


def note(turn="t1", ordinal=0, text="Ada: I moved to Turin.", **fields):
    return ExtractedNote(turn=turn, ordinal=ordinal, text=text, **fields)


def draft(turns, *, before=(), **extracted):
    window = ExtractionWindow(turns=tuple(turns), preceding=tuple(before))
    return draft_of(window, Extraction(extractor="rules", **extracted), "space", NOW)


def test_a_note_takes_time_trust_and_agent_from_its_turn():
    turn = make_turn(role="assistant", agent="planner")
    (made,) = draft([turn], notes=(note(),)).notes
    assert (made.said_at, made.trust, made.agent, made.turns) == (
        turn.said_at,
        "inferred",
        "planner",
        ("t1",),
    )


def test_the_uid_of_a_note_depends_on_space_turn_extractor_and_ordinal_only():
    one, again = draft([make_turn()], notes=(note(),)), draft([make_turn()], notes=(note(text="reworded"),))
    assert one.notes[0].uid == again.notes[0].uid == note_uid("space", "t1", "rules", 0)
    uids = {note_uid(space, turn, by, n) for space in "ab" for turn in "ab" for by in "ab" for n in (0, 1)}
    assert len(uids) == 16


def test_an_undated_note_has_no_date_among_its_terms():
    (made,) = draft([make_turn(said_at=None, recorded_at=None)], notes=(note(text="Hello."),)).notes
    assert made.terms == "hello"


def test_a_passage_is_a_turn_with_the_two_preceding_turns_of_its_session():
    before = [
        make_turn("a", "One.", position=0),
        make_turn("b", "Two.", session="s2", position=0),
        make_turn("c", "Three.", position=1),
    ]
    turns = [
        make_turn("d", "Four.", position=2),
        make_turn("e", "Five.", session="s2", speaker=None, position=1),
        make_turn("f", "Six.", caption="a cat", position=3),
        make_turn("g", "Ten.", position=9),
    ]
    assert passages_of(ExtractionWindow(turns=tuple(turns), preceding=tuple(before))) == {
        "d": ["Ada: Four.", "Ada: Three.", "Ada: One."],
        "e": ["Five.", "Ada: Two."],
        "f": ["Ada: Six. [a cat]", "Ada: Four.", "Ada: Three."],
        "g": ["Ada: Ten."],
    }


def test_the_passage_of_a_document_chunk_is_its_title_and_text():
    turns = [make_turn(uid, f"Part {uid}.", speaker=None, role="tool", session="Guide") for uid in "ab"]
    assert passages_of(ExtractionWindow(turns=tuple(turns)))["b"] == ["Guide. Part b."]


def test_the_passage_of_an_answer_is_its_beginning_with_what_it_answers():
    turns = [
        make_turn("a", "Which database?", position=0),
        make_turn("b", "SQLite. " + "x" * 5000, role="assistant", speaker="bot", position=1),
        make_turn("c", "Why?", position=2),
    ]
    passages = passages_of(ExtractionWindow(turns=tuple(turns)))
    beginning, question = passages["b"]
    assert (beginning[:13], question) == ("bot: SQLite. ", "Ada: Which database?")
    assert len(beginning) < 1500
    assert passages["c"] == ["Ada: Why?", beginning, "Ada: Which database?"]  # embedded once for both


def test_the_notes_of_a_long_answer_are_not_embedded():
    answers = [
        make_turn("short", "Turin.", role="assistant"),
        make_turn("long", "x" * 5000, role="assistant"),
    ]
    notes = (note(turn="short", text="Turin is near."), note(turn="long", text="It is long."))
    made = draft(answers, notes=notes)
    texts = texts_to_embed(made)
    assert "Turin is near." in texts
    assert "It is long." not in texts
    filled = with_vectors(made, dict.fromkeys(texts, vector(1.0)))
    assert {n.turns[0]: n.vector is not None for n in filled.notes} == {"short": True, "long": False}


def test_a_text_of_a_note_and_of_a_passage_is_embedded_once():
    made = draft([make_turn("t1", "I moved."), make_turn("t2", "Why?")], notes=(note(text="Ada: I moved."),))
    assert texts_to_embed(made) == ["Ada: I moved.", "Ada: Why?"]
    filled = with_vectors(made, {"Ada: I moved.": vector(1.0), "Ada: Why?": None})
    assert np.array_equal(filled.notes[0].vector, vector(1.0))
    assert filled.passages.keys() == {"t1"}


def test_the_vector_of_a_passage_is_nearest_to_its_own_turn():
    turns = [make_turn(uid, uid, position=position) for position, uid in enumerate("abc")]
    one = {"Ada: a": vector(1, 0, 0), "Ada: b": vector(0, 1, 0), "Ada: c": vector(0, 0, 1)}
    passages = with_vectors(draft(turns), one).passages
    assert np.array_equal(passages["a"], vector(1, 0, 0))
    assert passages["c"][2] > passages["c"][1] > passages["c"][0] > 0
    assert np.linalg.norm(passages["c"]) == pytest.approx(1)
    without_b = with_vectors(draft(turns), one | {"Ada: b": None}).passages
    assert without_b.keys() == {"a", "c"}
    assert without_b["c"][1] == 0


def test_the_snapshot_request_has_every_name_once_and_the_facts_to_compare():
    made = draft(
        [make_turn()],
        notes=(note(about=(("The Fiat", "topic"), ("", "topic"))),),
        mentions=(ExtractedMention(turn="t1", name="fiat"),),
        facts=(
            ExtractedFact(turn="t1", ordinal=0, subject="Ada", type="LIVES_IN", object="Turin", text="…"),
        ),
    )
    request = snapshot_request(made)
    assert request.name_keys == ("ada", "fiat", "turin")
    assert [(f.subject, f.type, f.object, f.single) for f in request.facts] == [
        ("ada", "LIVES_IN", "turin", True),
        ("ada", "PLANS_TO", "move to turin", False),  # the plan that the move fulfils
        ("ada", "PLANS_TO", "搬到 turin", False),
        ("ada", "WORKS_IN", "turin", True),  # the place of work that a move may end
    ]
    assert [n.uid for n in request.notes] == [made.notes[0].uid]


def test_a_relation_outside_the_vocabulary_is_multi_valued():
    fact = ExtractedFact(turn="t1", ordinal=0, subject="Ada", type="TEACHES", object="Bob", text="…")
    assert [f.single for f in snapshot_request(draft([make_turn()], facts=(fact,))).facts] == [False]
