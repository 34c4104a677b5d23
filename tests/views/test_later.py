"""What later notes change of a profile, on both stores."""

import pytest

from factories import NOW, day
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.memory import Memory


@pytest.fixture
def memory(database, namespace) -> Memory:
    return Memory(MemoryEngine(database, clock=lambda: NOW), namespace)


def text_of(memory, name, speaker, *texts):
    for number, text in enumerate(texts):
        memory.add(text, speaker=speaker, said_at=day(20 * number), session=str(number))
    return memory.profile(name).text()


@pytest.mark.parametrize(
    ("name", "speaker", "texts", "quoted"),
    [
        ("Nora", "Nora", ("I work at Kestrel.", "Handed in my notice, the boss was furious."), "I work at Kestrel."),
        ("Ines", "Nora", ("My sister Ines works at Kestrel.", "The last day at Kestrel was sad for Ines."),
         "My sister Ines works at Kestrel."),
        ("王伟", "王伟", ("我在云杉公司上班。", "今天办离职手续，东西都收拾好了。"), "我在云杉公司上班。"),
    ],
)  # fmt: skip
def test_a_job_that_a_later_note_ends_is_only_quoted(memory, name, speaker, texts, quoted):
    lines = text_of(memory, name, speaker, *texts).splitlines()
    found = [line for line in lines if quoted in line]
    assert found
    assert all(line.endswith((" (changed since then)", "（后来有变化）")) for line in found)
    assert not any(line.startswith(("- works at", "- 任职于")) for line in lines)


def test_a_job_is_not_ended_by_what_somebody_else_did_or_what_is_only_considered(memory):
    text = text_of(
        memory, "Nora", "Nora",
        "I work at Kestrel.", "My brother Tom has quit his job.", "I might quit my job one day.", "Tom handed in his notice.",
    )  # fmt: skip
    assert "works at: Kestrel" in text


@pytest.mark.parametrize(
    ("speaker", "texts"),
    [
        ("Nora", ("I run three mornings a week.", "Twisted my knee, so no running for six weeks.")),
        ("王伟", ("最近开始晨跑，每天五公里。", "膝盖疼，医生让我别跑步了。")),
    ],
)
def test_an_activity_that_a_later_note_stops_is_no_present_habit(memory, speaker, texts):
    lines = text_of(memory, speaker, speaker, *texts).splitlines()
    assert not any(line.startswith(("- practices", "- 练习：晨跑")) for line in lines)


@pytest.mark.parametrize(
    ("speaker", "pet", "texts", "former"),
    [
        ("Nora", "Bramble", ("I have a dog called Bramble.", "We had to let Bramble go this morning."),
         "formerly has pet: Bramble"),
        ("王伟", "年糕", ("我养了一只猫，叫年糕。", "年糕今天早上走了，十四岁。"), "曾养：年糕"),
    ],
)  # fmt: skip
def test_a_pet_that_died_is_a_former_pet_and_its_profile_says_so(memory, speaker, pet, texts, former):
    assert former in text_of(memory, speaker, speaker, *texts)
    assert texts[1].rstrip("。.") in memory.profile(pet).text()


def test_a_name_with_few_facts_has_the_sentences_that_begin_with_it(memory):
    text_of(
        memory, "Nora", "Nora",
        "I have a dog called Rufus.", "Rufus chewed the fence of the school again.", "I gave Tom a photo of Rufus.",
        "Does Rufus like carrots?",
    )  # fmt: skip
    profile = memory.profile("Rufus")
    assert [highlight.said.text for highlight in profile.highlights] == [
        "Rufus chewed the fence of the school again."
    ]
    assert '- 2026-01-21, Nora: "Rufus chewed the fence of the school again."' in profile.text().splitlines()


def test_a_secret_is_no_mention(memory):
    text_of(
        memory,
        "Nora",
        "Nora",
        "I have a dog called Bramble.",
        "Bramble's chip code is my password tiger-77-Lake.",
    )
    assert "tiger" not in memory.profile("Bramble").text()


def test_a_street_and_its_town_do_not_contradict_each_other(memory):
    text = text_of(memory, "Nora", "Nora", "I've been living at 12 Mill Lane, Alnwick, since Thursday.")
    assert "contradicted" not in text


def test_living_without_a_subject_is_a_home(memory):
    text = text_of(memory, "Nora", "Nora", "Hello from the north. Living in Alnwick since Thursday.")
    assert "Home:" in text
    assert "Living in Alnwick since Thursday." in text or "lives in: Alnwick" in text


@pytest.mark.parametrize("text", ["I have a job offer.", "I got a job in Leeds."])
def test_a_job_is_no_possession(memory, text):
    assert "Possessions:" not in text_of(memory, "Nora", "Nora", text)


def test_an_instrument_at_a_concert_is_no_habit(memory):
    text = text_of(
        memory,
        "Tom",
        "Nora",
        "My son Tom sings.",
        "Tom's concert is on February 17 at 7pm, he's playing the harp.",
    )
    assert "Habits:" not in text


def test_a_sentence_without_a_word_for_the_person_is_not_quoted_of_the_person(memory):
    text = text_of(memory, "苏敏", "王伟", "媳妇叫苏敏，是护士。有个儿子，小宇，今年五岁。")
    assert "五岁" not in text


def test_what_an_animal_eats_is_no_habit_of_its_owner(memory):
    text_of(memory, "王伟", "王伟", "豆包去医院了。", "查出来了，以后只能吃处方粮。")
    assert not any("处方粮" in line.object for line in memory.profile("王伟").lines)


def test_a_relative_who_is_named_elsewhere_is_stated(memory):
    text = text_of(memory, "Nora", "Nora", "My mum's name is Carmen.", "Our parrot swears, thanks to my mum.")
    assert "child of: Carmen" in text


def test_who_smokes_again_has_not_stopped(memory):
    texts = ("我抽烟。", "戒烟满一个月了，一根没碰。", "最近又抽上了，一天三四根。")
    lines = text_of(memory, "王伟", "王伟", *texts).splitlines()
    assert not any("曾" in line and "烟" in line for line in lines)
    assert all(line.endswith("（后来有变化）") for line in lines if "满一个月" in line)


def test_the_rest_of_a_sentence_about_a_former_job_is_not_quoted_as_present(memory):
    text = text_of(
        memory,
        "Nora",
        "Nora",
        "I'm Nora and I teach chemistry at a school.",
        "I took the lab manager job at Osprey.",
    )
    assert all(
        line.endswith("(changed since then)") for line in text.splitlines() if "teach chemistry" in line
    )


def test_notes_with_a_given_name_count_for_the_full_name(memory):
    text_of(memory, "田秀芬", "王伟", "我老婆叫田秀芬，在超市当收银员。", "秀芬报了个烘焙班，想卖蛋糕。")
    assert "秀芬报了个烘焙班，想卖蛋糕" in memory.profile("田秀芬").text()


def test_who_is_in_hospital_does_not_live_there(memory):
    assert (
        "hospital"
        not in text_of(memory, "Gaz", "Nora", "My friend Gaz is in hospital.").partition("Also said:")[0]
    )


def test_a_relative_who_only_owns_something_in_a_sentence_is_not_described_by_it(memory):
    text_of(memory, "Nora", "Nora", "She called me by my uncle's name.")
    assert memory.profile("Nora").lines == ()
