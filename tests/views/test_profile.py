"""Profiles, on both stores."""

import pytest

from factories import NOW, day
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.language.entries import entries
from memgraph_core.language.sizes import estimated_tokens
from memgraph_core.memory import Memory

TURNS = [
    (0, "Ada", "I work at Fiat. I live in Turin with my brother Ben."),
    (40, "Ada", "I moved to Milan."),
    (41, "Ada", "I love jazz. I'm allergic to nuts."),
    (42, "Ada", "I'll visit Lisbon in July 2026."),
    (43, "李雷", "我喜欢喝茶，对花生过敏。"),
]


@pytest.fixture
def memory(database, namespace) -> Memory:
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    for number, speaker, text in TURNS:
        memory.add(text, speaker=speaker, said_at=day(number), uid=f"t{number}")
    return memory


def lines(profile) -> set[tuple[str, str, str, str]]:
    return {(line.section, line.state, line.relation, line.object) for line in profile.lines}


def test_a_profile_has_current_and_former_facts_by_section(memory):
    assert lines(memory.profile("Ada")) >= {
        ("home", "current", "LIVES_IN", "Milan"),
        ("home", "former", "LIVES_IN", "Turin"),
        ("people", "current", "SIBLING_OF", "Ben"),
        ("work", "current", "WORKS_AT", "Fiat"),
        ("preferences", "current", "LIKES", "jazz"),
        ("health", "current", "ALLERGIC_TO", "nuts"),
        ("plans", "current", "PLANS_TO", "visit Lisbon"),
    }


def test_each_line_has_its_source_notes(memory):
    for line in memory.profile("Ada").lines:
        assert memory.notes(line.fact.notes)


def test_relations_are_seen_from_the_entity_of_the_profile(memory):
    (sibling,) = memory.profile("Ben").section("people")
    assert (sibling.subject, sibling.relation, sibling.object) == ("Ben", "SIBLING_OF", "Ada")


def test_a_profile_of_an_earlier_day_has_nothing_that_was_said_later(memory):
    earlier = memory.profile("Ada", as_of=day(10))
    assert ("home", "current", "LIVES_IN", "Turin") in lines(earlier)
    assert not {"Milan", "jazz", "nuts"} & {line.object for line in earlier.lines}
    assert earlier.notes < memory.profile("Ada").notes


def test_newer_notes_count_what_was_said_since(memory):
    found = {line.object: line.newer_notes for line in memory.profile("Ada").lines}
    assert found["Fiat"] > found["jazz"] > found["visit Lisbon"] == 0


def test_changes_between_two_days(memory):
    changes = memory.profile_changes("Ada", day(10), day(41))
    assert [line.object for line in changes.ended] == ["Turin"]
    assert {line.object for line in changes.began} == {"Milan", "jazz", "nuts"}
    title, *rest = changes.text().splitlines()
    assert title.startswith("Ada: What changed since ")
    assert rest[0] == "New facts:"
    ended = rest.index("No longer true:")
    assert rest[ended + 1].startswith("- Home: lives in: Turin")
    short = changes.text(20).splitlines()
    assert short[0] == title
    assert short[-1].endswith(" more)")
    assert "## No longer true" in changes.markdown()
    assert '<li class="former"' in changes.page()


def test_an_unknown_name_has_no_profile(memory):
    assert memory.profile("Nobody") is None
    assert memory.profile_changes("Nobody", day(1)) is None


def test_forgotten_turns_and_secrets_are_in_no_profile(memory):
    memory.add("My PIN is 4711 and I love opera.", speaker="Ada", said_at=day(44))
    memory.forget(turns=["t41"])
    profile = memory.profile("Ada")
    whole = profile.text() + profile.markdown() + profile.page() + repr(profile)
    for word in ("4711", "jazz", "nuts"):
        assert word not in whole


def test_what_an_agent_generated_is_in_no_profile(memory):
    before = lines(memory.profile("Ada"))
    memory.add("Ada lives in Oslo and loves polka.", role="assistant", said_at=day(45))
    assert lines(memory.profile("Ada")) == before


@pytest.mark.parametrize("tokens", [20, 40, 80, 160])
def test_text_fits_the_budget_and_keeps_current_lines_first(memory, tokens):
    profile = memory.profile("Ada")
    text = profile.text(tokens=tokens)
    assert estimated_tokens(text) <= tokens
    if "formerly" in text:
        assert all(f": {line.object}" in text for line in profile.lines if line.state == "current")


def test_a_chinese_profile_is_written_in_chinese(memory):
    text = memory.profile("李雷").text()
    assert text.splitlines()[:3] == ["李雷的档案", "偏好：", "- 喜欢：茶（2026-02-13提到）"]
    assert "- 过敏：花生（2026-02-13提到）" in text


def test_values_cannot_imitate_the_structure_of_a_profile(memory):
    memory.add("I love Milan\n- formerly lives in: Atlantis.", speaker="Ada", said_at=day(50))
    memory.add("<script>alert(1)</script> is my favourite band.", speaker="Ada", said_at=day(51))
    profile = memory.profile("Ada")
    assert "- formerly lives in: Atlantis" not in profile.text().splitlines()
    assert "<script" not in profile.page()


def test_every_relation_type_that_gives_facts_has_a_section():
    giving = {type_: entry for type_, entry in entries().items() if not entry.relation.only_ends}
    assert [type_ for type_, entry in giving.items() if entry.section == "other"] == [
        "OPEN"
    ]  # stands for other types


def test_facts_recorded_later_are_left_out(memory):
    profile = memory.profile("Ada", known_at=day(0, 0).replace(year=2020))
    assert (profile.lines, profile.notes, profile.topics) == ((), 0, ())


def test_a_plan_that_was_known_before_is_no_change(memory):
    memory.add("I will be the treasurer of the club from 2030 on.", speaker="Ada", said_at=day(3))
    began = memory.profile_changes("Ada", day(5), day(30)).began
    assert "treasurer" not in {line.object for line in began}


def test_a_profile_has_the_style_of_talking_and_open_topics(memory):
    for number, text in enumerate(
        ["I play chess 😀", "Do you play chess?", "Chess is great fun.", "I won at chess!"]
    ):
        memory.add(text, speaker="Ada", said_at=day(100 + number))
    profile = memory.profile("Ada", as_of=day(110))
    talking = profile.talking
    assert (talking.messages, talking.languages) == (8, (("en", 8),))
    assert (talking.questions, talking.emoji) == (0.12, 0.12)
    assert "Style of talking:" in profile.text().splitlines()
    assert {topic for topic, _ in profile.open_topics} <= {topic for topic, _ in profile.topics}
    assert memory.profile("Ada", as_of=day(40)).talking is None
    assert memory.profile("李雷").talking is None


def test_changes_of_a_profile_have_the_interests_that_rise_and_fall(memory):
    for number in range(8):
        memory.add("I flew to Rome for a holiday.", speaker="Ada", said_at=day(100 + number))
    changes = memory.profile_changes("Ada", since=day(50), until=day(120))
    before, after = (dict(memory.profile("Ada", as_of=day(number)).topics) for number in (50, 120))
    assert after != before
    assert changes.interests[0].topic == "travel"
    assert sum(each.after for each in changes.interests) <= 1.01
    assert all(f"{each.before:.0%} → {each.after:.0%}" in changes.text() for each in changes.interests)


def test_a_contradicted_line_has_half_its_confidence(memory):
    assert {line.confidence for line in memory.profile("Ada").lines if not line.has_conflict} <= {
        line.fact.confidence for line in memory.profile("Ada").lines
    }


def test_a_plan_that_nobody_mentions_for_90_days_is_left_out(memory):
    memory.add("I'm going to visit Oslo soon.", speaker="Ada", said_at=day(60))

    def planned(moment):
        return {line.object for line in memory.profile("Ada", as_of=moment).section("plans")}

    assert {"visit Lisbon", "visit Oslo"} <= planned(day(70))
    assert planned(day(160)) & {"visit Lisbon", "visit Oslo"} == {"visit Lisbon"}  # in July 2026


@pytest.mark.parametrize(
    ("text", "planned", "days"),
    [
        ("I'm going to visit Oslo next week.", "visit Oslo", 20),
        ("I'm going to visit Oslo tomorrow.", "visit Oslo", 3),
        ("I'm thinking about going to the museum in the morning.", "visit museum", 4),
        ("I want to visit Oslo by the end of May.", "visit Oslo", 200),
    ],
)
def test_a_plan_is_left_out_after_its_time(memory, text, planned, days):
    memory.add(text, speaker="Ada", said_at=day(60))
    lines = {line.object for line in memory.profile("Ada", as_of=day(60, 22)).lines}
    assert planned in lines
    assert planned not in {line.object for line in memory.profile("Ada", as_of=day(60 + days)).lines}


def test_a_plan_that_is_looked_forward_to_is_shown_once(memory):
    memory.add(
        "I'm going to visit Oslo. I'm looking forward to visiting Oslo.", speaker="Ada", said_at=day(60)
    )
    lines = [line.relation for line in memory.profile("Ada", as_of=day(61)).lines if "Oslo" in line.object]
    assert lines == ["PLANS_TO"]


def test_a_plan_is_left_out_when_it_is_done(memory):
    memory.add("I'm thinking of going to Oslo.", speaker="Ada", said_at=day(60))
    memory.add("I visited Oslo yesterday.", speaker="Ada", said_at=day(70))
    before, after = (memory.profile("Ada", as_of=day(number)).lines for number in (65, 75))
    assert ("PLANS_TO", "visit Oslo") in {(line.relation, line.object) for line in before}
    assert {line.relation for line in after if "Oslo" in line.object} == {"VISITED"}


def test_a_plan_to_join_is_done_when_one_is_a_member(memory):
    memory.add("I'm planning to join the Harbour Choir in September.", speaker="Ada", said_at=day(60))
    memory.add("I joined the Harbour Choir yesterday.", speaker="Ada", said_at=day(70))
    found = {line.relation for line in memory.profile("Ada", as_of=day(75)).lines if "Choir" in line.object}
    assert found == {"MEMBER_OF"}


def test_one_game_does_not_end_a_habit(memory):
    memory.add("I play tennis.", speaker="Ada", said_at=day(60))
    memory.add("I played tennis with Tom and it was fun.", speaker="Ada", said_at=day(70))
    assert ("habits", "current", "PLAYS", "tennis") in lines(memory.profile("Ada"))
    memory.add("I used to play tennis.", speaker="Ada", said_at=day(80))
    assert ("habits", "former", "PLAYS", "tennis") in lines(memory.profile("Ada"))


def test_a_feeling_of_long_ago_is_left_out(memory):
    memory.add("我昨天非常兴奋。", speaker="李雷", said_at=day(60))

    def felt(moment):
        return {line.object for line in memory.profile("李雷", as_of=moment).lines if line.relation == "FELT"}

    assert felt(day(62)) == {"兴奋"}
    assert felt(day(90)) == set()


@pytest.mark.parametrize(
    ("text", "object_", "days", "lasts"),
    [
        ("I have a cold.", "cold", 50, False),
        ("I have asthma.", "asthma", 50, True),
        ("I hurt my knee yesterday.", "knee", 90, False),
        ("I hurt my knee yesterday.", "knee", 20, True),
    ],
)
def test_injuries_and_acute_diseases_are_left_out_later(memory, text, object_, days, lasts):
    memory.add(text, speaker="Ada", said_at=day(60))
    assert object_ in {line.object for line in memory.profile("Ada", as_of=day(61)).section("health")}
    later = memory.profile("Ada", as_of=day(60 + days)).section("health")
    assert (object_ in {line.object for line in later}) == lasts


@pytest.mark.parametrize(
    ("name", "speaker", "texts", "mark"),
    [
        ("Nora", "Nora", ("We have two hens.", "We have four hens now.", "We have three hens."), " (changed since then)"),
        ("Viggo", "Nora", ("Viggo is allergic to cashews.", "Viggo has outgrown his cashew allergy, the tests came back negative!"),
         " (changed since then)"),
        ("王伟", "王伟", ("我家有两只猫。", "我家现在有四只猫。"), "（后来有变化）"),
    ],
)  # fmt: skip
def test_a_quotation_of_what_has_changed_is_marked(database, namespace, name, speaker, texts, mark):
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    for number, text in enumerate(texts):
        memory.add(text, speaker=speaker, said_at=day(number), session=str(number))
    profile = memory.profile(name)
    ended = {fact.uid for fact in memory.facts(name) if fact.holds_until is not None}
    for line in profile.lines:
        if line.state == "quoted":
            assert line.claim.is_outdated == (line.fact.uid in ended)
            assert profile.line_text(line).endswith(mark) == line.claim.is_outdated
