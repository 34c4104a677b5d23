"""What English turns state: each line of the corpus gives exactly the facts that it lists."""

from pathlib import Path

import pytest

from memgraph_core.language.en.parser import installed_pipeline
from stated_facts import facts_of

pytestmark = pytest.mark.skipif(installed_pipeline() is None, reason="needs the extra `en`")
FACTS = Path(__file__).parents[1] / "data" / "language" / "en" / "facts.txt"
LINES = [line for line in FACTS.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[:50])
def test_a_turn_gives_the_facts_of_the_corpus(line: str):
    text, _, facts = line.partition(" =>")
    assert facts_of([text]) == sorted(fact.strip() for fact in facts.split(";") if fact.strip())
