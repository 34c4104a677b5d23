"""What Chinese turns state: each line of the corpus gives exactly the facts that it lists."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memgraph_core import Memory
from stated_facts import facts_of

DATA = Path(__file__).parents[1] / "data" / "language" / "zh"
LINES = [
    line
    for name in ("facts.txt", "life.txt", "fragments.txt")
    for line in (DATA / name).read_text(encoding="utf-8").splitlines()
    if line and line[0] != "#"
]
_FIRST = datetime(2026, 3, 18, 9, 30, tzinfo=UTC)


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[:30])
def test_turns_give_the_facts_of_the_corpus(line: str):
    text, _, facts = line.partition(" =>")
    stated = {fact.strip() for fact in facts.split(";") if fact.strip()}
    if " ++ " in text:
        found = _after_a_minute_each(*text.split(" ++ "))
        assert {fact.replace("罗峰", "speaker") for fact in found} == stated
    else:
        assert facts_of(text.split(" || ")) == sorted(stated)


def _after_a_minute_each(*texts: str) -> set[str]:
    with Memory.open(":memory:", "facts", embedder="none") as memory:
        for number, text in enumerate(texts):
            memory.add(text, speaker="罗峰", session="s", said_at=_FIRST + timedelta(minutes=number))
        return {f"{f.subject_name} {f.type} {f.object_name}" for f in memory.facts(limit=100)}


def test_a_child_without_an_owner_is_the_speakers_after_a_turn_about_the_speakers_wife():
    facts = _after_a_minute_each(
        "媳妇叫苏敏，是护士", "有个儿子，罗小鸣，今年五岁", "家里还养了一只橘猫叫豆花"
    )
    assert {"罗峰 PARENT_OF 罗小鸣", "罗小鸣 AGED 五岁", "罗峰 HAS_PET 豆花"} <= facts
    assert not any(fact.startswith(("苏敏 AGED", "苏敏 HAS_PET")) for fact in facts)


def test_a_child_without_an_owner_is_not_the_speakers_after_a_turn_about_a_relative():
    facts = _after_a_minute_each("我姐在西安", "有个女儿，叫朵朵，今年五岁")
    assert "朵朵 AGED 五岁" in facts
    assert "罗峰 PARENT_OF 朵朵" not in facts


def test_it_is_the_animal_of_the_turn_before():
    facts = _after_a_minute_each("我养了只布偶，叫奶盖", "它肠胃不好，只能吃低敏粮")
    assert {"奶盖 HAS_CONDITION 肠胃不好", "奶盖 EATS 低敏粮"} <= facts


def test_the_given_name_of_a_relative_means_the_relative():
    facts = _after_a_minute_each("我儿子罗一鸣今年六岁", "一鸣喜欢围棋")
    assert "罗一鸣 LIKES 围棋" in facts
