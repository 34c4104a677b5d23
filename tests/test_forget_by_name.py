"""`forget(entity=…)` forgets every turn whose text names the entity, or reports it as left."""

import pytest

from factories import NOW
from memgraph_core import InvalidInput, Memory
from memgraph_core.config import Settings
from memgraph_core.engine.engine import MemoryEngine


@pytest.fixture
def memory(database, namespace):
    return Memory(MemoryEngine(database, settings=Settings(), clock=lambda: NOW), namespace)


def add_turns(memory, speaker, *texts):
    for number, text in enumerate(texts):
        memory.add(text, speaker=speaker, session=f"s{number}", uid=f"t{number}")


def kept(memory):
    return sorted(turn.text for turn in memory.list_turns(limit=50).items)


@pytest.mark.parametrize(
    ("speaker", "name", "texts"),
    [
        (
            "林晚",
            "豆豆",
            ["今天豆豆5岁生日。", "豆豆转到了湖畔幼儿园。", "豆豆开始学钢琴了。", "带豆豆去公园。"],
        ),
        ("林晚", "陆知远", ["我老公叫陆知远。", "陆知遠去出差了。", "昨晚和陆知远大吵一架。"]),
        ("林晚", "灯塔", ["新项目叫“灯塔”，我管产品。", "燈塔的截止日期是9月15號。", "灯塔上线了！"]),
        ("Ben", "Tavi", ["Tavi turned five.", "I took tavi to the park.", "TAVI's school is closed."]),
        ("Ben", "Zoë", ["Zoë came by.", "zoe and I went out.", "I am at Zoe’s."]),
        ("Ben", "Blue Heron", ["We use Blue Heron.", "the blue-heron launch moved", "BlueHeron is late"]),
    ],
)
def test_every_turn_that_contains_the_name_is_forgotten(memory, speaker, name, texts):
    add_turns(memory, speaker, *texts)
    memory.add("好的。" if name[0] > "z" else "Fine.", speaker=speaker, session="other", uid="other")
    forgotten = memory.forget(entity=name)
    assert len(forgotten.turns) == len(texts)
    assert not forgotten.left
    assert len(kept(memory)) == 1


@pytest.mark.parametrize(
    ("speaker", "name", "text"),
    [
        ("林晚", "土豆", "晚上给土豆洗澡了。"),
        ("Ben", "quokka", "a quokka? never seen one"),
        ("Ben", "biscuit", "we ate a biscuit"),
    ],
)
def test_a_name_that_is_no_entity_is_found_in_the_texts(memory, speaker, name, text):
    add_turns(memory, speaker, text)
    assert memory.forget(entity=name).turns == ("t0",)
    assert not kept(memory)


@pytest.mark.parametrize(
    ("speaker", "name", "texts", "reason"),
    [
        ("林晚", "糯米", ["今天糯米5岁生日。", "早饭吃了糯米饭。"], "longer word"),
        ("Ben", "Tess", ["Tess is my sister.", "Tess Moreau came by."], "other name"),
        ("Ben", "Biscuit", ["My dog is called Biscuit.", "I ate a biscuit."], "ordinary word"),
        ("林晚", "妈妈", ["我妈叫吴桂芳。", "我同事的妈妈病了。"], "other relative"),
    ],
)
def test_a_turn_that_is_kept_is_reported_with_the_reason(memory, speaker, name, texts, reason):
    add_turns(memory, speaker, *texts)
    forgotten = memory.forget(entity=name)
    assert forgotten.turns == ("t0",)
    assert [(turn.uid, turn.reason) for turn in forgotten.left] == [("t1", reason)]
    assert kept(memory) == [texts[1]]


def test_a_small_word_that_is_spelt_like_the_name_is_not_reported(memory):
    add_turns(memory, "Ben", "My brother is called Will.", "I will go.")
    assert not memory.forget(entity="Will").left
    assert kept(memory) == ["I will go."]


def test_former_texts_captions_and_other_names_count(memory):
    add_turns(memory, "Ada", "My sister is called Rosalind.", "I met Rosalind.", "Fine.")
    memory.update("t1", "I met somebody.")
    assert set(memory.forget(entity="Rosalind").turns) == {"t0", "t1"}


@pytest.mark.parametrize(
    ("speaker", "words", "statement", "name"),
    [
        ("林晚", ["妈妈", "我妈", "我的母亲", "老妈"], "我妈叫吴桂芳，住在无锡。", "吴桂芳"),
        ("林晚", ["老公", "我丈夫"], "我老公叫陆知远，在支付宝上班。", "陆知远"),
        ("Ada", ["my mum", "Mum", "mother"], "My mum is called Rosa.", "Rosa"),
        ("Ada", ["husband", "my husband"], "My husband's name is Ben.", "Ben"),
    ],
)
def test_a_word_for_a_relative_means_that_of_the_speaker(memory, speaker, words, statement, name):
    add_turns(memory, speaker, statement)
    for word in words:
        assert memory.entity(word).name == name, word
        assert memory.profile(word).text() == memory.profile(name).text()
        assert memory.facts(word) == memory.facts(name)


def test_a_word_for_relatives_of_two_speakers_means_nobody(memory):
    memory.add("My mum is called Rosa.", speaker="Ada")
    memory.add("My mum is called Clara.", speaker="Ben")
    assert memory.entity("my mum") is None


@pytest.mark.parametrize(
    "texts",
    [
        ("I met Euan, he's a baker.", "It's not Euan with a U actually, it's Ewan."),
        ("My friend Euan lives in Leeds.", "Euan is spelled Ewan, sorry."),
    ],
)
def test_a_corrected_spelling_of_a_name_means_the_same_person(memory, texts):
    add_turns(memory, "Ben", *texts)
    assert len(memory.forget(entity="Ewan").turns) == len(texts)
    assert not kept(memory)


@pytest.mark.parametrize("name", ["", " ", ".", "-", "…", "，", "\u200b"])
def test_a_name_without_letters_forgets_nothing(memory, name):
    add_turns(memory, "Nora", "I live in Oslo. It is a well-known town…", "今天去公园，很开心。")
    with pytest.raises(InvalidInput, match="entity"):
        memory.forget(entity=name)
    assert len(kept(memory)) == 2


def test_the_reason_of_a_decision_about_a_forgotten_entity_is_forgotten(memory):
    add_turns(
        memory,
        "Nora",
        "Clara is in Rome.",
        "Clara Rossi works at Fiat.",
        "Ben Costa lives in Oslo.",
        "Benni lives in Bonn.",
    )
    memory.merge("Clara", into="Clara Rossi", reason="Yzma said that Clara is Clara Rossi")
    memory.merge("Benni", into="Ben Costa", reason="Ben said so")
    memory.forget(entity="Clara")
    reasons = {change.reason for change in memory.changes(limit=100) if change.by == "user"}
    assert reasons == {"requested", "Ben said so"}


def test_a_turn_whose_correction_names_the_entity_in_its_reason_is_forgotten(memory):
    add_turns(memory, "Nora", "I live in Oslo.", "I live near a lake.")
    memory.update("t0", "I live in Bergen.", reason="Zorblatt heard it wrong")
    assert memory.forget(entity="Zorblatt").turns == ("t0",)
    assert "Zorblatt" not in str(memory.changes(limit=100))


def test_core_blocks_that_contain_the_name_are_reported(memory):
    add_turns(memory, "Nora", "Zorblatt is my therapist.")
    memory.core_append("human", "Therapist: Zorblatt")
    memory.core_append("style", "Zorblattian humour")
    memory.core_append("diet", "Zorblatt says: no sugar.")
    memory.core_replace("diet", "No sugar.")
    assert memory.forget(entity="Zorblatt").blocks == ("diet", "human")
    assert memory.forget(entity="Zorblatt").blocks == ("diet", "human")
    memory.core_forget("human")
    memory.core_forget("diet")
    assert memory.forget(entity="Zorblatt").blocks == ()


def test_an_emoji_is_a_name(memory):
    add_turns(memory, "Nora", "🐱 is sick.", "I live in Oslo.")
    assert memory.forget(entity="🐱").turns == ("t0",)
