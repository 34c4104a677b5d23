"""Questions, messages and tasks, and how much each sentence of them counts."""

import pytest

from memgraph_core.language.request import MAX_PARTS, request_of


@pytest.mark.parametrize(
    ("text", "language", "kind"),
    [
        ("Where does Ada live?", "en", "question"),
        ("green tea", "en", "question"),
        ("The weather is lovely. Which firm employs Ben?", "en", "question"),
        ("We spoke of the schema last week. What did you suggest for it?", "en", "question"),
        ("I ran my first half marathon today! I could not walk for an hour.", "en", "message"),
        ("I ran my first half marathon today! How should I celebrate?", "en", "message"),
        ("I am so nervous about the interview", "en", "message"),
        ("Plan a dinner for Ada and Ben", "en", "task"),
        ("Could you please write an invitation for Ada?", "en", "task"),
        ("小陈在哪里上班？", "zh", "question"),
        ("我今天第一次跑完半程马拉松！你说我该怎么庆祝？", "zh", "message"),
        ("帮我写一封邀请信", "zh", "task"),
        ("天气真好。我真正想问的是，小陈多大了？", "zh", "question"),
    ],
)
def test_kinds(text, language, kind):
    assert request_of(text, language).kind == kind


def test_every_sentence_of_a_message_counts_fully():
    request = request_of("I ran my first half marathon today! It rained. How should I celebrate?", "en")
    assert [part.weight for part in request.parts] == [1.0, 1.0, 1.0]
    assert "half marathon" in request.focus
    assert len(request.compared) == 3


def test_remarks_around_a_question_count_less_and_are_kept():
    request = request_of("The weather is lovely. Which firm employs Ben?", "en")
    assert request.focus == "Which firm employs Ben?"
    assert [(part.text, part.weight) for part in request.parts] == [
        ("The weather is lovely.", 0.3),
        ("Which firm employs Ben?", 1.0),
    ]


def test_sentences_before_an_announced_question_count_least():
    request = request_of("The cat is asleep. What I really want to know is who paints", "en")
    assert request.asking == ("who paints",)
    assert request.parts[0].weight < 0.3


def test_a_greeting_is_no_part_of_a_longer_text():
    assert [part.text for part in request_of("Hello! Where does Ada live?", "en").parts] == [
        "Where does Ada live?"
    ]


def test_a_long_message_is_compared_by_its_first_last_and_longest_sentences():
    text = " ".join(f"I saw heron number {n} at the lake." for n in range(40))
    compared = request_of(text, "en").compared
    assert len(compared) == MAX_PARTS
    assert (compared[0], compared[-1]) == (
        "I saw heron number 0 at the lake.",
        "I saw heron number 39 at the lake.",
    )


def test_code_and_addresses_are_not_searched():
    request = request_of(
        "My loop fails, see https://example.org/x?y=1\n```\nfor i in range(3): pass\n```\nWhy?", "en"
    )
    assert not [part for part in request.parts if "range" in part.text or "example" in part.text]
    assert request_of("https://example.org", "en").parts[0].text == "https://example.org"
