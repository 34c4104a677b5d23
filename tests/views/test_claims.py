"""What a profile claims, and what it only quotes; on both stores."""

import pytest

from factories import NOW, day
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.memory import Memory


@pytest.fixture
def memory(database, namespace) -> Memory:
    return Memory(MemoryEngine(database, clock=lambda: NOW), namespace)


def written(memory, *turns: tuple[int, str], speaker: str = "Ada", at: int = 160) -> list[str]:
    """The lines of the sections of the profile of the speaker."""
    for number, text in turns:
        memory.add(text, speaker=speaker, said_at=day(number))
    profile = memory.profile(speaker, as_of=day(at))
    written = {f"- {profile.line_text(line)}" for line in profile.lines}
    return [line for line in profile.text().splitlines() if line in written]


def test_a_start_that_the_sentence_states_is_claimed(memory):
    assert written(memory, (10, "I joined the Harbour Choir in December 2025.")) == [
        "- member of: Harbour Choir since 2025-12"
    ]


def test_a_week_is_no_day(memory):
    assert "- lives in: Oslo since the week of 2026-01-05" in written(
        memory, (14, "I moved to Oslo last week.")
    )


def test_the_time_of_an_event_is_no_start(memory):
    assert written(memory, (10, "Last year I visited Morocco.")) == ["- visited: Morocco (2025)"]


def test_an_event_is_not_former(memory):
    lines = written(memory, (10, "I recently finished reading The Long Harbour."))
    assert not any("formerly" in line for line in lines)


def test_a_plan_has_the_time_for_which_it_is_planned(memory):
    assert written(memory, (10, "I'm going to visit Lisbon in July 2026.")) == [
        "- plans to: visit Lisbon, for 2026-07 (said 2026-01-11)"
    ]


def test_the_time_of_a_plan_is_found_if_its_verb_has_another_form(memory):
    lines = written(memory, (10, "I'm going to start a welding workshop on March 15."), at=20)
    assert lines[0].endswith(", for 2026-03-15 (said 2026-01-11)")


def test_a_stated_end_is_claimed_with_its_day(memory):
    lines = written(memory, (10, "I work at Kestrel."), (60, "I left Kestrel in February 2026."))
    assert "- formerly works at: Kestrel until 2026-02 (said 2026-03-02)" in lines


def test_a_state_with_an_end_ahead_is_claimed_until_then(memory):
    sentence = "I work at Kestrel until the end of May."
    assert written(memory, (10, sentence), at=20) == ["- works at: Kestrel until 2026-05 (said 2026-01-11)"]
    later = memory.profile("Ada", as_of=day(155))
    assert [later.line_text(line) for line in later.lines] == [f'2026-01-11: "{sentence}"']


def test_a_successor_ends_a_fact_without_a_day(memory):
    lines = written(memory, (10, "I live in Turin."), (60, "I moved to Milan."))
    assert "- formerly lives in: Turin (said 2026-01-11)" in lines


def test_a_fact_of_a_long_phrase_is_quoted(memory):
    sentence = "I love repairing old radios with the help of my uncle and his friends."
    assert written(memory, (10, sentence)) == [f'- 2026-01-11: "{sentence}"']


def test_an_occasion_of_a_habit_is_quoted(memory):
    assert written(memory, (10, "I played badminton with Tom today.")) in (
        [],
        ['- 2026-01-11: "I played badminton with Tom today."'],
    )


def test_where_somebody_travels_from_is_no_origin(memory):
    lines = written(memory, (10, "My sister Ines is coming down from Oslo this weekend."))
    assert lines[-1] == "- sibling of: Ines (said 2026-01-11)"
    assert not any(line.startswith("- comes from") for line in memory.profile("Ines").text().splitlines())


def test_a_state_of_long_ago_is_quoted_if_there_is_news(memory):
    (line,) = written(memory, (0, "I play the cello."), at=300)
    assert line == "- plays: cello (said 2026-01-01)"
    lines = written(memory, (290, "It was cold today."), at=300)
    assert '- 2026-01-01: "I play the cello."' in lines


def test_what_belongs_to_a_former_job_is_quoted(memory):
    turns = [(10, "I work at Kestrel."), (11, "My colleague Ines sings."), (60, "I left Kestrel.")]
    assert '- 2026-01-12: "My colleague Ines sings."' in written(memory, *turns)


def test_a_sentence_is_quoted_once_and_as_it_was_said(memory):
    memory.add("My sister Ines called.", speaker="Ada", said_at=day(9))
    lines = written(memory, (10, "Maybe she will live in Oslo. I won a medal and I won a cup!"))
    quoted = [line for line in lines if "medal" in line]
    assert quoted == ['- 2026-01-11: "I won a medal and I won a cup!"']


def test_a_sentence_of_somebody_else_is_quoted_with_the_speaker(memory):
    memory.add("Ben is at home, he plays the violin.", speaker="Ada", said_at=day(10))
    lines = memory.profile("Ben", as_of=day(20)).text()
    assert "plays: violin" in lines or '2026-01-11, Ada: "Ben is at home, he plays the violin."' in lines


def test_a_speaker_with_another_name_speaks_of_oneself(memory):
    lines = written(memory, (10, "My name is Ines Moreau."), (11, "I work at Kestrel."), speaker="user")
    assert "- works at: Kestrel (said 2026-01-12)" in lines
    lines = written(memory, (12, "I won a medal!"), speaker="user")
    assert '- 2026-01-13: "I won a medal!"' in lines


def test_a_fragment_is_quoted_with_its_context(memory):
    lines = written(memory, (10, "My brother has news. Analyst at Kestrel. He starts soon."))
    assert not any(line.startswith("- works") for line in lines)


def test_secrets_are_not_quoted(memory):
    text = "I won a medal, and my card number is 4111 1111 1111 1111."
    memory.add(text, speaker="Ada", said_at=day(10))
    profile = memory.profile("Ada", as_of=day(20))
    assert "4111" not in profile.text() + profile.markdown() + profile.page() + repr(profile)


def test_quotations_cannot_imitate_the_structure_of_a_profile(memory):
    memory.add("I won a medal\n- lives in: Atlantis", speaker="Ada", said_at=day(10))
    assert "- lives in: Atlantis" not in memory.profile("Ada", as_of=day(20)).text().splitlines()


def test_a_quoted_line_is_no_change_of_a_state(memory):
    written(memory, (0, "I play the cello."), (290, "It was cold today."))
    assert not memory.profile_changes("Ada", since=day(20), until=day(300)).ended


def test_a_line_of_an_earlier_day_is_of_what_had_been_said(memory):
    lines = written(memory, (10, "I play the cello."), (60, "I still play the cello."), at=20)
    assert lines == ["- plays: cello (said 2026-01-11)"]


def test_chinese_lines_claim_what_was_said(memory):
    turns = [
        (10, "我和阿明在一起了。"),
        (20, "聚会上大家聊天，我喝的苏打水。"),
        (30, "我2025年12月加入了海风合唱团。"),
        (60, "我和阿明分手了。"),
    ]
    lines = written(memory, *turns, speaker="李雷")
    assert not any("喝：苏打水" in line for line in lines)
    assert "- 恋人：阿明（2026-01-11提到）" not in lines


@pytest.mark.parametrize(
    ("before", "after", "speaker"),
    [
        ("Dr Low put me on fluoxetine 20mg.", "Dr Low put the fluoxetine up to 40", "Ada"),
        ("医生给我开了阿司匹林50毫克。", "阿司匹林加到100毫克了。", "王芳"),
    ],
)
def test_a_dose_that_was_replaced_is_not_quoted(memory, before, after, speaker):
    assert any(
        before in line or "阿司匹林" in line for line in written(memory, (10, before), speaker=speaker)
    )
    lines = written(memory, (10, before), (60, after), speaker=speaker)
    assert lines
    assert not any(before in line for line in lines)


def test_a_dose_of_an_earlier_day_is_quoted_then(memory):
    written(memory, (10, "Dr Low put me on fluoxetine 20mg."), (60, "Dr Low put the fluoxetine up to 40"))
    assert "20mg" in memory.profile("Ada", as_of=day(30)).text()


@pytest.mark.parametrize(
    "text",
    ["We're eating pizza for tea", "I'm drinking a beer in the garden.", "我们今晚吃披萨。", "我在喝咖啡。"],
)
def test_a_single_meal_is_no_habit(memory, text):
    assert written(memory, (10, text)) == []


def test_what_somebody_eats_these_days_is_a_habit(memory):
    assert written(memory, (10, "I'm eating oats every morning.")) == ["- eats: oats (said 2026-01-11)"]
