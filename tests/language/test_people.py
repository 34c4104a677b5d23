"""Given names, nicknames, and kin: who and what is named by whose it is."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pace
from memgraph_core.language.people import gender_of, is_given_name, kin_in, kin_name, short_for
from memgraph_core.language.persons.kin import kin_words
from memgraph_core.language.word_lists import lines_of
from memgraph_core.records.validation import MAX_TEXT


def kin_of(text, language="en", names=()):
    """Each kin as (owner, word, name)."""
    return [(k.owner, k.called, k.name) for k in kin_in(text, language, names) if not k.identifies]


@pytest.mark.parametrize(
    ("name", "gender"),
    [
        ("Olivia", "f"), ("Liam", "m"), ("Priya", "f"), ("Arjun", "m"),
        ("Hiroshi", "m"), ("Yumi", "f"), ("Ahmed", "m"), ("Leila", "f"),
        ("Mateo", "m"), ("Ximena", "f"), ("Zoë", "f"), ("Tom Baker", "m"),
        ("Mrs. Okafor", "f"), ("Mr Lee", "m"), ("Aunt Sam", "f"), ("Uncle Alex", "m"),
        ("Dr. Patel", None), ("Alex", None), ("Robin", None), ("Kai", None), ("Fiat", None),
        ("", None), ("王阿姨", "f"), ("刘先生", "m"), ("李女士", "f"), ("陈叔叔", "m"),
        ("张丽华", "f"), ("赵志强", "m"), ("王晓", None), ("刘老师", None), ("汤姆", "m"),
        ("李明", None), ("欧阳娜娜", "f"),
    ],
)  # fmt: skip
def test_a_name_shows_a_gender_only_if_it_is_unambiguous(name, gender):
    assert gender_of(name) == gender


def test_given_names_of_many_languages_are_known_and_other_words_are_not():
    assert all(
        map(is_given_name, ["Ada", "Liam", "Björn", "Ananya", "Haruto", "Fatima", "Thiago", "Wanjiru", "Mel"])
    )
    assert not any(map(is_given_name, ["ada", "Table", "Fiat", "", "I"]))


def test_the_list_of_given_names_has_more_than_two_thousand_and_no_two_genders_for_one():
    rows = [line.split() for line in lines_of("given_names_en")]
    names = [name for row in rows for name in row[1:]]
    assert len(names) > 2000
    assert len(names) == len(set(names))
    assert {row[0] for row in rows} == {"f", "m", "u"}


@pytest.mark.parametrize(
    ("name", "people", "meant"),
    [
        ("Mel", ["Melanie", "Caroline"], "Melanie"),
        ("Sam", ["Samuel", "Samantha"], None),
        ("Sam", ["Sam", "Samantha"], None),
        ("Tom", ["Thomas"], None),
        ("Ben", ["Benjamin Cole", "Ada"], "Benjamin Cole"),
        ("mel", ["Melanie"], None),
        ("M", ["Melanie"], None),
        ("Zoe", ["Zoë"], None),
        ("Mel", [], None),
        ("Mel", ["", " "], None),
    ],
)
def test_a_nickname_is_the_beginning_of_exactly_one_first_name(name, people, meant):
    assert short_for(name, people) == meant


ENGLISH = [
    ("My sister is here.", [("I", "sister", None)]),
    ("I called my sister Clara.", [("I", "sister", "Clara")]),
    ("My older brother Tom Baker moved.", [("I", "older brother", "Tom Baker")]),
    ("Ada's younger sister paints.", [("Ada", "younger sister", None)]),
    ("We met James' brother.", [("James", "brother", None)]),
    ("We met James's brother.", [("James", "brother", None)]),
    ("his wife cooks", [("he", "wife", None)]),
    ("I saw her husband, Dave, at work.", [("she", "husband", "Dave")]),
    ("Their kids Nora and Finn laughed.", [("they", "children", None)]),
    ("I love my dog, Max, so much.", [("I", "dog", "Max")]),
    ("I love your dog, Ben!", [("you", "dog", None)]),
    ("our cat (Pip) hid", [("I", "cat", "Pip")]),
    ("My sister is called Clara.", [("I", "sister", "Clara")]),
    ("My sister's name is Clara.", [("I", "sister", "Clara")]),
    ("My wife is Clara.", [("I", "wife", "Clara")]),
    ("My wife is French.", [("I", "wife", None)]),
    ("my friend whose name is Ines", [("I", "friend", "Ines")]),
    ("Max is my dog.", [("I", "dog", "Max")]),
    ("John Smith is my boss.", [("I", "boss", "John Smith")]),
    ("Karin Ek was our manager.", [("I", "manager", "Karin Ek")]),
    ("Maria Rossi is Tom's best friend.", [("Tom", "best friend", "Maria Rossi")]),
    ("Dr. Amy Kim is now my dentist.", [("I", "dentist", "Dr. Amy Kim")]),
    ("Mary Ann Smith, who is my aunt, called.", [("I", "aunt", "Mary Ann Smith")]),
    ("Pieter van den Berg is my neighbour.", [("I", "neighbor", "Pieter van den Berg")]),
    ("My teacher is Ana de la Cruz.", [("I", "teacher", "Ana de la Cruz")]),
    ("I met Karin Ek, my boss.", [("I", "boss", "Karin Ek")]),
    ("Karin Ek, my boss, called.", [("I", "boss", "Karin Ek")]),
    ("Thanks, Clara, my sister.", [("I", "sister", None)]),
    ("My teacher is called Ann too.", [("I", "teacher", None)]),
    ("My teacher is called Ann too. Ann Lund.", [("I", "teacher", "Ann Lund")]),
    ("My boss is named Ann as well, she's Ann Berg.", [("I", "boss", "Ann Berg")]),
    ("Now Clara Moss is my boss.", [("I", "boss", "Clara Moss")]),
    ("My daughter Elsa Marie Holm is seven.", [("I", "daughter", "Elsa Marie Holm")]),
    ("my daughter Elsa Monday", [("I", "daughter", "Elsa")]),
    ("Today Clara is my boss.", [("I", "boss", "Clara")]),
    ("Luckily Clara Moss is my boss.", [("I", "boss", "Clara Moss")]),
    ("Will Young is my cousin.", [("I", "cousin", "Will Young")]),
    ("Clara, my sister, called.", [("I", "sister", "Clara")]),
    ("Thanks Clara, my sister called.", [("I", "sister", None)]),
    ("I have a dog named Rex.", [("I", "dog", "Rex")]),
    ("We rescued a puppy called Biscuit!", [("I", "dog", "Biscuit")]),
    ("I've got two cats: Pip and Mo.", [("I", "cats", None)]),
    ("She has a brother.", [("she", "brother", None)]),
    ("Tom has two daughters.", [("Tom", "daughters", None)]),
    ("I have a dog. His name is Max.", [("I", "dog", "Max")]),
    ("We got a kitten and we named her Mia.", [("I", "cat", "Mia")]),
    ("A friend of mine sings.", [("I", "friend", None)]),
    ("a cousin of Ada's", [("Ada", "cousin", None)]),
    ("the mother of Tom called", [("Tom", "mother", None)]),
    ("One of my oldest friends rows.", [("I", "oldest friend", None)]),
    ("My yoga teacher and my piano teacher met.", [("I", "yoga teacher", None), ("I", "piano teacher", None)]),
    ("my best friend Zoe", [("I", "best friend", "Zoe")]),
    ("my sister's husband is a chef", [("I", "sister's husband", None)]),
    ("my husband Dave's boss", [("I", "husband", "Dave")]),
    ("My mother-in-law visits.", [("I", "mother-in-law", None)]),
    ("My ex-wife moved.", [("I", "ex-wife", None)]),
    ("Our six-year-old skates.", [("I", "child", None)]),
    ("Mom called yesterday.", [("I", "mother", None)]),
    ("I miss Grandma a lot.", [("I", "grandmother", None)]),
    ("your boss, my landlord and her therapist", [("you", "boss", None), ("I", "landlord", None), ("she", "therapist", None)]),
    ("That's my brother Rob.", [("I", "brother", "Rob")]),
    ("my mom visited on Monday", [("I", "mother", None)]),
    ("My mom Monday", [("I", "mother", None)]),
    # what is no kin
    ("Thanks, Mom!", []),
    ("the dog park and my dog park", []),
    ("my work with kids", []),
    ("It's a family tradition.", []),
    ("What's new, kid?", []),
    ("I had a doctor's appointment.", []),
    ("I painted my horse painting.", []),
    ("mysister", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "kin"), ENGLISH)
def test_english_kin_with_their_owners_and_names(text, kin):
    assert kin_of(text) == kin


CHINESE = [
    ("我妹妹在北京。", [("I", "妹妹", None)]),
    ("我的妹妹小雨在北京。", [("I", "妹妹", "小雨")]),
    ("我妹妹叫小雨。", [("I", "妹妹", "小雨")]),
    ("我妈妈的名字是周慧兰。", [("I", "妈妈", "周慧兰")]),
    ("你哥哥好吗？", [("you", "哥哥", None)]),
    ("他姐姐是护士。", [("他", "姐姐", None)]),
    ("她的狗叫可乐。", [("她", "狗", "可乐")]),
    ("我同事赵磊说要开会。", [("I", "同事", "赵磊")]),
    ("李雷的妈妈是医生。", [("李雷", "妈妈", None)]),
    ("小雨的男朋友很高。", [("小雨", "男朋友", None)]),
    ("Tom的妹妹来了。", [("Tom", "妹妹", None)]),
    ("何川是我的舅舅。", [("I", "舅舅", "何川")]),
    ("冯志明是我的上司。", [("I", "上司", "冯志明")]),
    ("欧阳小红是我的主管。", [("I", "主管", "欧阳小红")]),
    ("昨天来的欧阳小红是我的主管。", [("I", "主管", "欧阳小红")]),
    ("John Smith是我的老板。", [("I", "老板", "John Smith")]),
    ("Mary Ann Smith 是我的老师。", [("I", "老师", "Mary Ann Smith")]),
    ("安娜·罗西是我最好的朋友。", [("I", "最好的朋友", "安娜·罗西")]),
    ("我养了一只猫，叫咪咪。", [("I", "猫", "咪咪")]),
    ("我有两个哥哥。", [("I", "哥哥", None)]),
    ("她有一个儿子。", [("她", "儿子", None)]),
    ("我二姐在上海。", [("I", "二姐", None)]),
    ("我大哥结婚了。", [("I", "大哥", None)]),
    ("我最好的朋友张伟来了。", [("I", "最好的朋友", "张伟")]),
    ("我妈叫我吃饭。", [("I", "妈妈", None)]),
    ("妈妈昨天来了。", [("I", "妈妈", None)]),
    ("姑姑她是裁缝。", [("I", "姑姑", None)]),
    ("我家猫生病了。", [("I", "猫", None)]),
    ("我们老师姓王。", [("I", "老师", None)]),
    ("我手下的那个助理来了。", [("I", "助理", None)]),
    ("我家人都好。", [("I", "家人", None)]),
    ("我前男友在深圳。", [("I", "前男朋友", None)]),
    ("您太太最近怎么样？", [("you", "妻子", None)]),
    ("我爱人是老师。", [("I", "爱人", None)]),
    ("我有一只狗。它叫旺财。", [("I", "狗", "旺财")]),
    ("他们的孩子三岁。", [("他们", "孩子", None)]),
    # what is no kin
    ("我朋友圈里没人。", []),
    ("温柔的妈妈", []),
    ("他妈的", []),
    ("吉他老师", []),
    ("妈妈，我饿了。", []),
    ("其他朋友", []),
]


@pytest.mark.parametrize(("text", "kin"), CHINESE)
def test_chinese_kin_with_their_owners_and_names(text, kin):
    assert kin_of(text, "zh") == kin


def test_a_known_name_may_own_kin_without_的():
    assert kin_of("昨天朵朵妈妈来了。", "zh", ["朵朵"]) == [("朵朵", "妈妈", None)]


def test_a_stated_name_identifies_the_kin_before_it():
    dog, telling = kin_in("I have a dog. Her name's Coco.", "en")
    assert (dog.name, dog.gender) == ("Coco", "f")
    assert (telling.identifies, telling.owner, telling.word, telling.name) == (True, "I", "dog", "Coco")


def test_a_name_stated_alone_identifies_the_antecedent_of_the_pronoun():
    (telling,) = kin_in("Her name's Coco.", "en")
    assert (telling.identifies, telling.owner, telling.word, telling.start) == (True, "she", "", 0)


def test_a_stated_name_does_not_identify_kin_of_the_other_gender():
    kin = kin_in("My sister is here. His name is Max.", "en")
    assert [(k.name, k.word) for k in kin] == [(None, "sister"), ("Max", "")]


def test_several_named_with_their_word_are_its_members():
    (kids,) = kin_in("My kids Nora, Finn and Zoe sing.", "en")
    assert (kids.plural, kids.members) == (True, ("Nora", "Finn", "Zoe"))


@pytest.mark.parametrize(
    ("text", "language", "members"),
    [
        ("Elsa and Viggo are my kids.", "en", ("Elsa", "Viggo")),
        ("Now Lena Berg, Tom Falk and Ida are our flatmates.", "en", ("Lena Berg", "Tom Falk", "Ida")),
        ("Elsa and I are her kids.", "en", ()),
        ("李娜和王芳是我的室友。", "zh", ("李娜", "王芳")),
        ("李娜、小雨和王芳都是我的同事。", "zh", ("李娜", "小雨", "王芳")),
    ],
)
def test_several_before_their_word_are_its_members(text, language, members):
    (kin,) = kin_in(text, language)
    assert kin.members == members


@pytest.mark.parametrize(
    ("text", "language", "relation", "type_", "gender"),
    [
        ("my sister", "en", "SIBLING_OF", "Person", "f"),
        ("my son", "en", "PARENT_OF", "Person", "m"),
        ("my dad", "en", "CHILD_OF", "Person", "m"),
        ("my dog Bella", "en", "HAS_PET", "Thing", None),
        ("my boss Clara", "en", "REPORTS_TO", "Person", "f"),
        ("我老婆", "zh", "MARRIED_TO", "Person", "f"),
        ("我的猫", "zh", "HAS_PET", "Thing", None),
        ("我邻居", "zh", "NEIGHBOR_OF", "Person", None),
    ],
)
def test_a_kin_has_a_relation_a_type_and_a_gender(text, language, relation, type_, gender):
    (kin,) = kin_in(text, language)
    assert (kin.relation, kin.type, kin.gender) == (relation, type_, gender)


def test_a_kin_without_a_name_is_called_by_the_owner():
    assert kin_name("Ada", "sister", "en") == "Ada's sister"
    assert kin_name("李雷", "妹妹", "zh") == "李雷的妹妹"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_kin_word_is_found_after_its_owner(language):
    for form, word in kin_words(language).items():
        found = kin_in(f"{'我的' if language == 'zh' else 'my '}{form}", language)
        assert [k.relation for k in found] == [word.relation], form


_PIECES = (
    "my our his Ada's Tom James' sister brothers dog kids friend of mine is called named Clara , and one ( ) — - I have a "
    "two Mom 我 的 你 他 妹妹 妈妈 猫 李雷 小雨 叫 是 ， 。 养了 一只 名字 \u200b 😀 \ud800 Her name's"
)
PIECES = st.sampled_from(_PIECES.split())


@settings(max_examples=300, deadline=None)
@given(
    st.lists(PIECES | st.text(max_size=3), max_size=25),
    st.sampled_from(["", " "]),
    st.sampled_from(["en", "zh"]),
)
def test_kin_have_correct_offsets_in_order_without_overlaps(pieces, blank, language):
    text = blank.join(pieces)
    found = kin_in(text, language)
    assert found == kin_in(text, language)
    assert all(0 <= k.start < k.end <= len(text) for k in found)
    assert all(a.end <= b.start for a, b in pairwise(found))
    assert all(k.name is None or k.name in text for k in found)


@pytest.mark.parametrize(
    ("unit", "language"),
    [("my a a a ", "en"), ("my sister ", "en"), ("Ada Ada's ", "en"), ("Xx-", "en"), ("my kids Ann, Bob, ", "en"),
     ("我妹妹", "zh"), ("张伟的", "zh"), ("王王", "zh"), ("我有一个", "zh")],
)  # fmt: skip
def test_the_longest_turn_takes_less_than_a_second(unit, language):
    text = unit * (MAX_TEXT // len(unit))
    pace.assert_under(1, lambda: kin_in(text, language))


def test_a_known_plan_is_not_the_name_of_a_chinese_relative():
    from memgraph_core.language.persons.kin_zh import kin_in_chinese

    found = kin_in_chinese("上周带妈妈去青岛玩了五天。", ["去青岛", "青岛"])
    assert [(kin.word, kin.name) for kin in found] == [("妈妈", None)]
