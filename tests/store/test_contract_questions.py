"""Contract on stored questions: they are listed apart, no search finds them, and forgetting deletes them or their answers."""

import pytest

from memgraph_core.records.forget import Selection
from memgraph_core.records.graph import CONSOLIDATION, About, Link
from memgraph_core.records.listing import ListQuery
from memgraph_core.records.search import Filters, Limits, Seeds
from tests.factories import (
    day,
    make_entity,
    make_names,
    make_note,
    make_question,
    make_turn,
    remember,
    vector,
)

LISTED = ListQuery(of="question", filters=Filters())


@pytest.fixture
def asked(store):
    """A question about Zoe, and the note of a later turn that answers it."""
    zoe = make_entity("zoe")
    turns = [
        make_turn("t1", "When is the medlar?", session="s1", said_at=day(1)),
        make_turn("t2", "The medlar is in May.", session="s2", said_at=day(2)),
    ]
    question = make_note(
        "q1", "When is the medlar?", turns=("t1",), state="question", extractor=CONSOLIDATION, said_at=day(1)
    )
    answer = make_note("n2", "The medlar is in May.", turns=("t2",), said_at=day(2), vector=vector(1, 2))
    remember(
        store,
        turns,
        notes=[question, answer],
        entities=[zoe],
        names=make_names(zoe),
        abouts=[About("q1", "zoe"), About("n2", "zoe")],
        links=[Link("n2", "q1", "answers")],
    )
    return store


def test_questions_are_listed_apart_and_are_no_notes(asked):
    assert [each.uid for each in asked.listed(LISTED)] == ["q1"]
    assert [each.uid for each in asked.listed(ListQuery(of="note", filters=Filters()))] == ["n2"]
    assert asked.listed(ListQuery(of="question", filters=Filters(session="s2"))) == ()
    assert asked.notes_of(["t1"]) == ()
    assert asked.stats().notes == 1
    [note] = asked.notes(["q1"])
    assert note.state == "question"
    assert asked.links(["q1"]) == (Link("n2", "q1", "answers"),)


def test_no_search_returns_a_question(asked):
    query = make_question(text="medlar", terms=("medlar",), name_keys=("zoe",), vector=vector(1, 2))
    found = asked.candidates(query, Limits())
    assert "q1" not in {note.uid for note in found.notes}
    reached = asked.expand(Seeds(entities=("zoe",)), query)
    assert "q1" not in {note.uid for note in reached.notes}


def test_forgetting_the_answer_opens_the_question_and_forgetting_its_turn_deletes_it(asked):
    asked.forget(Selection(turns=("t2",)))
    assert asked.links(["q1"]) == ()
    assert [each.uid for each in asked.listed(LISTED)] == ["q1"]
    asked.forget(Selection(turns=("t1",)))
    assert asked.listed(LISTED) == ()
    assert asked.notes(["q1"]) == ()
