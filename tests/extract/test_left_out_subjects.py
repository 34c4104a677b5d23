"""Whom the facts of a Chinese sentence without a subject are about."""

from datetime import timedelta

import pytest

from factories import day, make_turn
from memgraph_core.extract.rules import RulesExtractor
from memgraph_core.records.extraction import ExtractionWindow


def chat(*lines, pause=timedelta(minutes=1)):
    """Turns of one session; a line is a text of 何川, or a speaker and a text."""
    pairs = [line if isinstance(line, tuple) else ("何川", line) for line in lines]
    return [
        make_turn(f"t{n}", text, speaker=who, said_at=day(0) + n * pause, position=n)
        for n, (who, text) in enumerate(pairs)
    ]


def facts_of_last(*lines, **fields):
    """The facts of the last turn; the turns before it are read together with it, or are its context."""
    turns = chat(*lines, **fields)
    together = RulesExtractor().extract(ExtractionWindow(turns=tuple(turns), preceding=(), entities={}))
    apart = RulesExtractor().extract(
        ExtractionWindow(turns=(turns[-1],), preceding=tuple(turns[:-1]), entities={})
    )
    last = [f for f in together.facts if f.turn == turns[-1].uid]
    assert last == list(apart.facts)
    return {f"{f.subject} {f.type} {f.object}" for f in last}


@pytest.mark.parametrize(
    ("first", "then", "expected"),
    [
        (
            "我奶奶一个人住。",
            "血压高，每天吃降压药。",
            {"何川的奶奶 HAS_CONDITION 血压高", "何川的奶奶 TAKES 降压药"},
        ),
        ("我养了条柴犬，叫豆包。", "九岁了，对牛肉过敏。", {"豆包 AGED 九岁", "豆包 ALLERGIC_TO 牛肉"}),
        ("小葛是我楼上的邻居。", "在海关上班，养了只鹦鹉。", {"小葛 WORKS_AT 海关", "小葛 HAS_PET 鹦鹉"}),
        ("我有个同事在腾讯。", "对花生过敏。", {"何川的同事 ALLERGIC_TO 花生"}),
        ("我导师姓邵。", "喜欢喝普洱。", {"何川的导师 LIKES 普洱"}),
        ("我表哥来广州了。", "住在番禺。", {"何川的表哥 LIVES_IN 番禺"}),
    ],
)
def test_states_without_a_subject_are_about_the_topic_of_the_turn_before(first, then, expected):
    assert facts_of_last(first, then) == expected


def test_a_topic_goes_on_over_several_turns_and_sentences():
    turns = ("我表哥来广州了。", "住在番禺。", "在医院当护士。")
    assert facts_of_last(*turns) == {"何川的表哥 WORKS_AT 医院", "何川的表哥 WORKS_AS 护士"}
    assert "何川的外公 HAS_CONDITION 血压高" in facts_of_last("我外公八十二了。血压高。")


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("我姑姑下个月退休。", "想去云南住几个月。"),  # a plan may be the speaker's
        ("我闺蜜林悦昨天来找我。", "刚离婚，搬到佛山去了。"),
        ("昨天来了个租客，是个医生。", "在儿童医院上班，对猫毛过敏。"),
        ("隔壁搬来一对年轻夫妻。", "在银行上班，养了只柯基。"),
        ("阿贵和孟小川吵了一架。", "胃疼了半个月。"),
        ("我表哥来广州了。", "梁主席去集训，住在番禺。"),
        ("我儿子回来了。", "他处对象了，是个护士。"),
    ],
)
def test_nobody_has_the_facts_if_it_is_not_clear_whose_they_are(first, then):
    assert facts_of_last(first, then) == set()


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("我在杭州上班。", "住在滨江。"), {"何川 LIVES_IN 滨江"}),
        (("今天好累啊。", "住在滨江。"), {"何川 LIVES_IN 滨江"}),
        (("我妹妹叫何苗。", "我住在滨江。"), {"何川 LIVES_IN 滨江"}),
        (("我妹妹在上海。", "对了，住在滨江的时候养了只猫。"), {"何川 HAS_PET 猫"}),
        (("我妹妹在上海。", ("阿杰", "你呢？"), "住在滨江。"), {"何川 LIVES_IN 滨江"}),
        (("我妹妹在上海。", ("阿杰", "哦。"), "住在徐汇。"), {"何川的妹妹 LIVES_IN 徐汇"}),
        ((("阿杰", "我妹妹在上海。"), "住在滨江。"), {"何川 LIVES_IN 滨江"}),
    ],
)
def test_the_speaker_has_the_facts_if_no_other_topic_competes(lines, expected):
    assert facts_of_last(*lines) == expected


def test_after_a_pause_a_turn_is_about_its_speaker():
    later = facts_of_last("我妹妹在上海。", "住在滨江。", pause=timedelta(hours=8))
    assert later == {"何川 LIVES_IN 滨江"}


@pytest.mark.parametrize(
    "text",
    [
        "来面试的是个应届生，住在大兴，会弹钢琴。",
        "有个网友养了条蛇，在上海做翻译。",
        "对门搬来一家三口，养了条哈士奇。",
        "刚认识一个画家，五十多了，住在宋庄。",
        "运营小赵辞职了。",
        "我老公的弟弟在东莞打工，老婆是广西人。",
        "表姐带了她老公过来，做建材生意的。",
    ],
)
def test_somebody_who_is_not_named_is_not_the_speaker(text):
    family = {"何川 MARRIED_TO 何川的丈夫", "何川 RELATIVE_OF 何川的表姐", "何川的丈夫的弟弟 WORKS_IN 东莞"}
    assert facts_of_last(text) <= family


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("公公喜欢喝白酒。", "何川的公公 LIKES 白酒"),
        ("妯娌喜欢跳舞。", "何川的妯娌 LIKES 跳舞"),
        ("同桌喜欢打篮球。", "同桌 LIKES 打篮球"),
        ("老板以前在阿里。", "何川的老板 WORKS_AT 阿里"),
        ("对门的王大爷喜欢下棋。", "王大爷 LIKES 下棋"),
        ("岳父岳母都是退休教师。", "何川的岳父岳母 WORKS_AS 退休教师"),
        ("毛毛昨天来串门，还领着新男友，叫 Leo，是个西餐厨师。", "Leo WORKS_AS 西餐厨师"),
        ("家里有条金毛叫大福，另外养了只鹦鹉，叫皮皮。", "何川 HAS_PET 皮皮"),
        ("我们团队有五个人。", "我们团队 HAS_MEMBERS 五个人"),
    ],
)
def test_facts_are_about_the_one_whom_the_sentence_names(text, expected):
    found = facts_of_last(text)
    assert expected in found
    assert not any(
        fact.startswith("何川 ") and fact.split(" ", 1)[1] == expected.split(" ", 1)[1]
        for fact in found - {expected}
    )
