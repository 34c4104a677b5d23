"""What English main clauses state with verbs whose meaning no rule knows, and that such a reading needs another fact."""

import pytest

from memgraph_core.language.en.parser import installed_pipeline
from stated_facts import facts_of

pytestmark = pytest.mark.skipif(installed_pipeline() is None, reason="needs the extra `en`")


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "My new boss is Ann, she came over from the Leeds office.",
            ["Ann CAME_OVER_FROM Leeds office", "speaker REPORTS_TO Ann"],
        ),
        (
            "I work at Fiat. We don't do feature branches.",
            ["speaker DOES feature branches [denied]", "speaker WORKS_AT Fiat"],
        ),
        (
            "My sister Greta is 30. She filled in the tax forms.",
            ["Greta AGED 30", "Greta FILLED_IN tax forms", "speaker SIBLING_OF Greta"],
        ),
        ("Our old cat is 17.", ["speaker HAS_PET old cat", "speaker's old cat AGED 17"]),
    ],
)
def test_a_clause_with_any_verb_gives_a_fact_beside_another_one(text, facts):
    assert facts_of([text]) == facts


@pytest.mark.parametrize(
    "text",
    [
        "The spare keys are with Dolores.",  # no other fact
        'I live in Turin. My novel begins: "Ann keeps the keys and the rings of the dead".',
        "I live in Turin. I saw the parade.",
        "I live in Turin. If Ann keeps the keys, fine.",
        "I live in Turin. Does Ann keep the keys?",
        "I live in Turin. I'm at the station.",
        "I live in Turin. We had the soup.",
        "I live in Turin. He wants us to do the Requiem.",
        "I live in Turin. I tied a knot.",
        "I live in Turin. I love this photo.",
        "I live in Turin. My sister borrowed it.",
        "I live in Turin. My sister filled in the forms.",
    ],
)
def test_a_general_reading_is_no_fact_alone_or_of_what_is_not_stated(text):
    assert facts_of([text]) in ([], ["speaker LIVES_IN Turin"])
