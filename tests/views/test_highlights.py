"""Sentences that a profile quotes although no line states them, on both stores."""

import pytest

from factories import NOW, day
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.memory import Memory


@pytest.fixture
def memory(database, namespace) -> Memory:
    return Memory(MemoryEngine(database, clock=lambda: NOW), namespace)


def highlights(memory: Memory, name: str) -> list[str]:
    return [highlight.said.text for highlight in memory.profile(name).highlights]


@pytest.mark.parametrize(
    "text",
    [
        "Moderate sleep apnoea, so it's a mask every night from now on.",
        "Rosie's going into third and Beau starts pre-K, same building.",
        "半夜又喘起来，医生说喷雾每天早晚都不能断。",
        "老二九月份上小学，跟老大一个学校。",
    ],
)
def test_a_sentence_worth_keeping_is_quoted_with_its_turn(memory, text):
    memory.add(text, speaker="Nora", said_at=day(3))
    profile = memory.profile("Nora")
    shown = " ".join([*(line.claim.said.text for line in profile.lines), *highlights(memory, "Nora")])
    assert text.rstrip("。.") in shown
    assert all(text in memory.turns([highlight.turn])[0].text for highlight in profile.highlights)


@pytest.mark.parametrize(
    "text",
    [
        "Could you make this shorter and friendlier, please?",
        "Haha that film was so good.",
        "Translate to French: my wife has been a nurse in Lyon for ten years and my son is diabetic.",
        "If I won the lottery I'd quit my job and move to Oaxaca with my wife.",
        "帮我把这段话翻译成英文：我妻子在上海做了十年护士，儿子有糖尿病。",
        "哈哈哈笑死我了",
    ],
)
def test_a_request_a_supposition_or_small_talk_is_not_quoted(memory, text):
    memory.add("Hello.", speaker="Nora", said_at=day(2))
    memory.add("I live in Leeds.", speaker="Nora", said_at=day(2))
    memory.add(text, speaker="Nora", said_at=day(3))
    assert highlights(memory, "Nora") == []


def test_a_sentence_that_a_line_states_is_not_quoted_again(memory):
    memory.add("I live in Leeds.", speaker="Nora", said_at=day(2))
    profile = memory.profile("Nora")
    assert [line.relation for line in profile.lines] == ["LIVES_IN"]
    assert profile.highlights == ()


def test_sentences_that_follow_each_other_are_one_highlight_and_the_newest_is_first(memory):
    memory.add("Turned 34 yesterday btw. Rosie's going into third in August.", speaker="Nora", said_at=day(2))
    memory.add("Both girls are at the Welsh school, Year 4 and Year 6.", speaker="Nora", said_at=day(9))
    assert highlights(memory, "Nora") == [
        "Both girls are at the Welsh school, Year 4 and Year 6.",
        "Turned 34 yesterday btw. Rosie's going into third in August.",
    ]


def test_a_sentence_that_refers_to_the_one_before_is_quoted_with_it(memory):
    said = "Look who came today! She's black, four years old, from the rescue place by Bridgend."
    memory.add(said, speaker="Nora", said_at=day(2))
    assert highlights(memory, "Nora") == [said]


def test_what_somebody_said_under_another_name_is_a_highlight_too(memory):
    memory.add(
        "Call me Ines. Both girls are at the Welsh school, Year 4 and Year 6.", speaker="user", said_at=day(2)
    )
    memory.add("I live in Leeds.", speaker="user", said_at=day(2))
    shown = highlights(memory, "Ines") or highlights(memory, "user")
    assert shown == ["Both girls are at the Welsh school, Year 4 and Year 6."]


def test_what_a_correction_replaced_is_not_quoted(memory):
    memory.add("Both girls are at the Welsh school, Year 4 and Year 6.", speaker="Nora", said_at=day(2))
    memory.add("I live in Leeds.", speaker="Nora", said_at=day(2))
    (note,) = [note for note in memory.list_notes() if "girls" in note.text]
    memory.update(note.uid, "Both girls left the Welsh school.")
    assert highlights(memory, "Nora") == ["Both girls left the Welsh school."]


def test_what_others_say_or_a_model_answers_is_no_highlight_of_somebody(memory):
    memory.add("I live in Leeds.", speaker="Nora", said_at=day(2))
    memory.add("My mom had her second stroke at 51 and lives with us now.", speaker="Ben", said_at=day(3))
    memory.add("My mom had her second stroke at 51.", speaker="Nora", role="assistant", said_at=day(3))
    assert highlights(memory, "Nora") == []


def test_a_forgotten_sentence_is_not_quoted(memory):
    memory.add(
        "Both girls are at the Welsh school, Year 4 and Year 6.", speaker="Nora", said_at=day(9), uid="school"
    )
    memory.add("I live in Leeds.", speaker="Nora", said_at=day(2))
    assert highlights(memory, "Nora")
    memory.forget(turns=["school"])
    assert highlights(memory, "Nora") == []


def test_an_earlier_profile_quotes_nothing_that_was_said_later(memory):
    memory.add("I live in Leeds.", speaker="Nora", said_at=day(2))
    memory.add("Both girls are at the Welsh school, Year 4 and Year 6.", speaker="Nora", said_at=day(9))
    assert memory.profile("Nora", as_of=day(5)).highlights == ()


def test_facts_are_kept_before_highlights_when_not_all_fit(memory):
    memory.add("I live in Leeds. I work at Kestrel.", speaker="Nora", said_at=day(2))
    for number in range(8):
        text = f"My cousin number {number} had a baby and moved to a farm near Ripon with {number} goats."
        memory.add(text, speaker="Nora", said_at=day(10 + number))
    text = memory.profile("Nora").text(tokens=60)
    assert "lives in: Leeds" in text
    assert "works at: Kestrel" in text
    assert "more)" in text
