"""What is made of a model's text: every complete item is kept, whatever stands around it."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgraph_core.errors import ExtractionError
from memgraph_core.extract.llm.answer import answer_schema, read_answer

ONE = '{"turn": 1, "text": "Ada lives in Turin."}'
TWO = '{"turn": 2, "text": "Ben likes tea.", "facts": [{"subject": "Ben", "relation": "LIKES", "object": "tea"}]}'


def texts(answer: str) -> list[str]:
    return [note.text for note in read_answer(answer).notes]


@pytest.mark.parametrize(
    "answer",
    [
        f'{{"notes": [{ONE}, {TWO}]}}',
        f'```json\n{{"notes": [{ONE}, {TWO}]}}\n```',
        f'Here is what I found:\n{{"notes": [{ONE}, {TWO}]}}\nI hope that helps! {{"x": 1}}',
        f'<think>They said {{"notes": []}} …</think>{{"notes": [{ONE}, {TWO}]}}',
        f"[{ONE}, {TWO}]",
        f'{{"notes": [{ONE}, {TWO},],}}',
        f'{{"notes": [{ONE}, null, 7, "x", {{"turn": 3}}, {{"text": ""}}, {TWO}]}}',
        f'{{"notes": [{ONE}, {TWO}, {{"turn": 3, "text": "Cleo',
        f'{{"notes": [{ONE}, {TWO}, {{"turn": 3, "text": "Cleo", "facts": [{{"subject": "Cleo"}}, {{"subj',
        f'{{"notes": [{ONE}, {TWO} {{"turn": 3, "text": "a comma is missing"}}]}}',
        '{"notes": [{"turn": "T1", "content": "Ada lives in Turin."}, {"turn": "2", "text": ["Ben likes tea."]}]}',
    ],
)
def test_the_complete_items_are_read_from_any_surrounding_text(answer):
    assert texts(answer) == ["Ada lives in Turin.", "Ben likes tea."]


def test_a_truncated_answer_is_reported_as_cut():
    assert not read_answer(f'{{"notes": [{ONE}]}}').cut
    assert read_answer(f'{{"notes": [{ONE}').cut
    assert read_answer(f'{{"notes": [{ONE}]}}', cut=True).cut


def test_names_that_come_before_the_notes_are_kept_when_the_notes_break_off():
    answer = read_answer(f'{{"entities": [{{"name": "Ada"}}], "notes": [{ONE}, {{"turn')
    assert [entity.name for entity in answer.entities] == ["Ada"]


def test_a_null_or_a_number_in_place_of_text_is_accepted():
    (note,) = read_answer(
        '{"notes": [{"turn": 1, "text": "Ada is 30.", "context": null, "keywords": "Ada, 30", "tags": [1, null],'
        ' "importance": "high", "affect": null, "facts": {"a": 1}, "links": [{"to": 3, "reason": "continues"}, 4]}]}'
    ).notes
    assert (note.context, note.keywords, note.tags, note.importance) == ("", ["Ada", "30"], ["1"], 5.0)
    assert [(link.to, link.reason) for link in note.links] == [("3", "continues")]
    assert note.facts == []


def test_characters_that_no_store_keeps_are_removed():
    (note,) = read_answer('{"notes": [{"turn": 1, "text": "A\\ud800da \\u0000lives\\nhere\\u202e."}]}').notes
    assert note.text == "Ada lives here ."


def test_an_answer_without_notes_is_valid():
    assert read_answer('{"notes": []}').notes == []


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ("", "no JSON object"),
        ("I cannot help with that.", "no JSON object"),
        ("<think>" + '{"notes": [', "no JSON object"),
        ('{"answer": 42}', "no JSON object"),
        ('{"notes": "none"}', "`notes` is not a list"),
        ('{"notes": [{"note": "x"}]}', "no item of `notes`"),
        ('{"notes": [', "`notes` is not a list|no JSON object"),
        ("[" * 100_000, "no JSON object"),
    ],
)
def test_an_unreadable_answer_is_refused_with_the_problem(answer, problem):
    with pytest.raises(ExtractionError, match=problem):
        read_answer(answer)


@given(st.text(alphabet='{}[]":,\\ntus e1xnote', max_size=80))
def test_any_text_is_read_or_refused(text):
    with suppress(ExtractionError):
        read_answer(text)


@given(st.integers(0, len(TWO) + len(ONE) + 15))
def test_an_answer_that_is_cut_anywhere_keeps_its_complete_items_or_is_refused(length):
    whole = f'{{"notes": [{ONE}, {TWO}]}}'
    try:
        found = texts(whole[:length])
    except ExtractionError:
        found = []
    complete = [
        text
        for item, text in ((ONE, "Ada lives in Turin."), (TWO, "Ben likes tea."))
        if item in whole[:length]
    ]
    assert found == complete


def test_the_schema_is_one_that_strict_endpoints_take():
    def objects(schema):
        if isinstance(schema, dict):
            if schema.get("type") == "object":
                yield schema
            for value in schema.values():
                yield from objects(value)

    found = list(objects(answer_schema()))
    assert len(found) == 6
    for each in found:
        assert each["additionalProperties"] is False
        assert each["required"] == list(each["properties"])
    assert "$ref" not in json.dumps(answer_schema())
