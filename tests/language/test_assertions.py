"""Only what a speaker asserts becomes a fact: code, quotations, fiction and reported speech do not."""

import json
from pathlib import Path

import pytest

from factories import make_turn
from memgraph_core.extract.rules import RulesExtractor
from memgraph_core.language.assertions import UnassertedParts
from memgraph_core.records.extraction import ExtractionWindow

GOLD = Path(__file__).parents[1] / "data" / "language"
NOTHING = [
    json.loads(line)
    for language in ("en", "zh")
    for line in (GOLD / language / "nothing.dev.jsonl").read_text(encoding="utf-8").splitlines()
]


def extracted(text, speaker="Ada"):
    return RulesExtractor().extract(ExtractionWindow(turns=(make_turn("t1", text, speaker=speaker),)))


def unallowed(case):
    """The facts of a turn that asserts nothing; in some, what the speaker denies is denied sincerely."""
    facts = extracted(case["text"], case["speaker"]).facts
    return [fact for fact in facts if not (fact.denied and case.get("allow_denied"))]


def kinds_in(text):
    return [part.kind for part in UnassertedParts.of(text).parts]


def test_a_turn_that_asserts_nothing_yields_no_fact():
    found = {case["text"]: [fact.text for fact in facts] for case in NOTHING if (facts := unallowed(case))}
    # Jokes, which only knowledge of the world tells from statements. The second one mentions a wife.
    jokes = ("二哈", "flamingo")
    assert set(found) <= {text for case in NOTHING if any(joke in (text := case["text"]) for joke in jokes)}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("```\n# I live in Berlin\n```\nWhy does this fail?", "code"),
        ("def f():\n    return 1\n", "code"),
        ("2026-04-07T02:00:13Z ERROR user=ada\n", "log"),
        ("| name | city |\n|---|---|\n| Bea | Derby |\n", "table"),
        ('How do I say "I am allergic to nuts" in Thai?', "quotation"),
        ("「我對蝦子過敏，而且我先生不吃辣」怎麼翻譯", "quotation"),
        ("Translate to French: I am allergic to nuts.", "directed"),
        ("Role play: I'm your employee Kevin, I live in Ohio.", "fiction"),
        ("I told the bank that I live in Madrid, but that was a lie.", "retracted"),
        ("Everyone thinks I'm from Texas but I'm not.", "reported"),
    ],
)
def test_a_part_that_is_not_asserted_is_found_with_its_kind(text, kind):
    assert kind in kinds_in(text)


@pytest.mark.parametrize(
    "text",
    [
        "I live in Turin.",
        'I am reading "The Old House" now.',
        "My sister says hello.",
        "我住在北京，在一家公司上班。",
    ],
)
def test_a_plain_assertion_has_no_unasserted_part(text):
    assert kinds_in(text) == []


def test_names_in_code_and_logs_are_no_entities():
    extraction = extracted(
        "Look at this:\n```\nraise ERROR  # TODO  # Anna wrote this in Oslo\n```\nI live in Turin."
    )
    names = {mention.name for mention in extraction.mentions}
    assert names.isdisjoint({"TODO", "ERROR", "Anna", "Oslo"})
    assert "Turin" in names


def test_what_is_asserted_beside_a_quotation_is_kept():
    extraction = extracted('I moved to Turin in March. The sign said "you are now leaving the old town".')
    assert [fact.type for fact in extraction.facts] == ["LIVES_IN"]


def test_a_long_answer_of_an_assistant_yields_a_few_notes_and_no_code():
    answer = "Use Postgres for this.\n\n## Schema\n" + "Each order has a row. It has a date.\n" * 30
    answer += (
        "```\nI live in Oslo.\n```\n## Indexes\nThey speed up reads.\n" * 3 + "So start with the schema.\n"
    )
    turn = make_turn("t1", answer, speaker="assistant", role="assistant")
    extraction = RulesExtractor().extract(ExtractionWindow(turns=(turn,)))
    texts = [note.text.removeprefix("assistant: ") for note in extraction.notes]
    assert texts[0] == "Use Postgres for this."
    assert texts[-1] == "So start with the schema."
    assert "Schema" in texts[1]
    assert len(texts) <= 5
    assert extraction.facts == ()
