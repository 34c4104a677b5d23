"""Relation phrases: better none than a wrong one."""

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pace
from factories import NOW
from memgraph_core.language.entities import named_in
from memgraph_core.language.names import name_key, name_keys
from memgraph_core.language.relations import phrases_and_topic
from memgraph_core.language.salience import salience_of
from memgraph_core.language.sentences import is_question, sentences_of
from memgraph_core.language.spans import Span
from memgraph_core.language.terms import terms_of
from memgraph_core.language.times import times_in
from memgraph_core.language.vocabulary import VOCABULARY, relation_of


def phrases_in(sentence, language, spans=None, speaker="I"):
    """The relations of a sentence with these spans, by default those of the names in it."""
    if spans is None:
        spans = [Span(name.start, name.end, name.text, name.type) for name in named_in(sentence, language)]
    return phrases_and_topic(sentence, language, spans, speaker, None)[0]


def said(sentence, language):
    """What holds or is over, as words: what is over has a cross, what depends on the type of the object has it in brackets."""
    return [
        f"{p.subject} {p.type} {p.object}{' †' * p.ended}{f' [{p.only_if}]' if p.only_if else ''}"
        for p in phrases_in(sentence, language)
        if not p.denied and not p.plan and p.type not in ("WANTS", "PLANS_TO", "WORKS_IN")
    ]


@pytest.mark.parametrize(
    ("sentence", "phrases"),
    [
        ("我住在北京。", ["I LIVES_IN 北京"]),
        ("昨天我搬到上海了。", ["I LIVES_IN 上海"]),
        ("去年搬到了苏州。", ["I LIVES_IN 苏州"]),
        ("李娜住在深圳，在腾讯工作。", ["李娜 LIVES_IN 深圳", "李娜 WORKS_AT 腾讯"]),
        ("我考上了北京大学", ["I STUDIES_AT 北京大学"]),
        ("小明对海鲜过敏", ["小明 ALLERGIC_TO 海鲜"]),
        ("我妈妈叫王芳。", ["I CHILD_OF 王芳"]),
        ("王芳的儿子叫张伟。", ["王芳 PARENT_OF 张伟"]),
        ("我老婆叫李娜", ["I MARRIED_TO 李娜"]),
        ("我朋友小王搬到了广州", ["I FRIEND_OF 小王", "小王 LIVES_IN 广州"]),
        ("我不喜欢香菜。", ["I DISLIKES 香菜"]),
        ("我从小就喜欢画画", ["I LIKES 画画"]),
        ("我养了一只猫。", ["I HAS_PET 猫"]),
        ("我以前住在北京。", ["I LIVES_IN 北京 †"]),
        ("我不再住在北京了。", ["I LIVES_IN 北京 †"]),
        ("我已经不在腾讯工作了。", ["I WORKS_AT 腾讯 †"]),
        ("我从腾讯离职了。", ["I WORKS_AT 腾讯 †", "I TEACHES * †"]),
        ("我戒了咖啡。", ["I DRINKS 咖啡 †"]),
    ],
)
def test_a_chinese_statement(sentence, phrases):
    assert said(sentence, "zh") == phrases


@pytest.mark.parametrize(
    "sentence",
    [
        "你住在哪里？",
        "你喜欢什么",
        "她住在上海。",
        "我不住在北京",
        "我妈妈住在杭州。",
        "我爱上了她",
        "我喜欢你",
        "我喜欢的歌",
        "我住在这里",
        "我想搬到成都。",
        "李娜不住在北京",
        "小米喜欢得不得了",
    ],
)
def test_what_is_no_chinese_statement(sentence):
    assert said(sentence, "zh") == []


def test_a_type_outside_the_vocabulary_holds_any_number_of_objects():
    assert relation_of("BAPTISED_BY").single is False
    assert relation_of("LIVES_IN") is VOCABULARY["LIVES_IN"]


WORDS = (
    "I We Ada Bob's My sister moved to lived in works at for loves the used no longer left not It , . and Turin"
    " 我 李娜 住在 在 工作 北京 不 了 喜欢 叫 妈妈"
)


@settings(deadline=None, max_examples=30)
@given(st.lists(st.sampled_from(WORDS.split()), max_size=12), st.sampled_from([" ", ""]))
def test_both_ends_of_a_phrase_have_a_name_and_are_not_pronouns(words, blank):
    for language in ("en", "zh"):
        for phrase in phrases_in(blank.join(words), language):
            assert name_key(phrase.subject)
            assert name_key(phrase.object)
            assert phrase.subject.lower() not in ("we", "it", "my", "the")


@settings(deadline=None, max_examples=30)
@given(st.text(max_size=60) | st.lists(st.sampled_from(WORDS.split()), max_size=12).map(" ".join), st.data())
def test_any_text_and_spans_are_accepted_with_the_same_result_each_time(text, data):
    places = st.tuples(st.integers(-2, 70), st.integers(-2, 70))
    spans = [Span(a, b, "Ada", "Person") for a, b in data.draw(st.lists(places, max_size=6))]
    for language in ("en", "zh"):
        found = phrases_in(text, language, spans, "Eve")
        assert found == phrases_in(text, language, spans, "Eve")
        assert all(p.ended + p.denied + p.plan <= 1 and 0 <= p.start <= len(text) for p in found)
        assert phrases_in(f"{text}?", language, spans, "Eve") == []


def test_a_text_too_long_to_be_a_sentence_states_nothing_and_takes_little_time():
    english, chinese = "I live in Turin and " * 50_000, "我住在北京和" * 150_000
    assert phrases_in(english, "en", [], "Eve") == phrases_in(chinese, "zh", [], "小林") == []
    pace.assert_under(0.5, lambda: phrases_in(english, "en", [], "Eve"))
    pace.assert_under(0.5, lambda: phrases_in(chinese, "zh", [], "小林"))


@pytest.mark.parametrize(
    "odd", ["I got ", "Ada's ", "a, ", " and I", "I never ", "我的", "我也", "在", "我喜欢"]
)
def test_a_long_sentence_full_of_triggers_is_read_in_milliseconds(odd):
    text = (odd * 2000)[:2000]
    spans = [Span(n, n + 1, "Ada", "Person") for n in range(0, 2000, 7)]
    for language in ("en", "zh"):
        phrases_in("warm up 热身", language, [])
        pace.assert_under(0.3, partial(phrases_in, text, language, spans, "Eve"))


ODD = [
    "a",
    "A",
    "a b ",
    "A ",
    "I ",
    "Abc ",
    "Ada's ",
    "A-",
    '"Ab',
    "1",
    "2023-01-",
    "Mr. ",
    "May ",
    "in May ",
    "on Monday ",
    "我",
    "我在",
    "对我",
    "我妈妈叫",
    "大学",
    "一",
    "《",
    "。",
    ".",
    ". ",
    "\n",
    " ",
    "a@",
    "`",
    "I got ",
    "A is ",
    "é",
    "한국",
]
READERS = {
    "terms": terms_of,
    "names": name_keys,
    "sentences": sentences_of,
    "question": is_question,
    "English names": lambda text: named_in(text, "en", {"a b": "a b", "abc": "Abc"}),
    "Chinese names": lambda text: named_in(text, "zh", {"我我": "我我"}),
    "English relations": lambda text: phrases_in(text, "en"),
    "Chinese relations": lambda text: phrases_in(text, "zh"),
    "salience": lambda text: salience_of(text, "en", has_name=False, has_time=False),
    "Chinese salience": lambda text: salience_of(text, "zh", has_name=False, has_time=False),
    "times": lambda text: times_in(text, NOW, "en"),
    "Chinese times": lambda text: times_in(text, NOW, "zh"),
}


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
def test_a_text_ten_times_as_long_takes_about_ten_times_as_long(reader):
    """Nothing quadratic: of 30,000 odd characters, each kind is read in well under a second."""
    reader("warm up 热身")
    for odd in ODD:
        text = (odd * 30_000)[:30_000]
        pace.assert_under(1.5, partial(reader, text), odd)
