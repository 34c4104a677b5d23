"""What English turns state and change: each line of the corpora gives exactly the facts that it lists."""

from pathlib import Path

import pytest

from memgraph_core.language.en.parser import installed_pipeline
from stated_facts import facts_of

pytestmark = pytest.mark.skipif(installed_pipeline() is None, reason="needs the extra `en`")
DATA = Path(__file__).parents[1] / "data" / "language" / "en"
TEXTS = [(DATA / name).read_text(encoding="utf-8") for name in ("facts.txt", "changes.txt")]
LINES = [line for text in TEXTS for line in text.splitlines() if line and line[0] != "#"]


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[:50])
def test_turns_give_the_facts_of_the_corpus(line: str):
    text, _, facts = line.partition(" =>")
    assert facts_of(text.split(" || ")) == sorted(fact.strip() for fact in facts.split(";") if fact.strip())
