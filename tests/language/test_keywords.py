"""What a note is about, in a few words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pace
from memgraph_core.language.keywords import keywords_of, tags_of, topics
from memgraph_core.language.pack import language_of


@pytest.mark.parametrize(
    ("text", "names", "wanted"),
    [
        ("I started a pottery class near the river.", [], {"pottery class", "river"}),
        ("My boss at Fiat wants the quarterly budget report.", ["Fiat"], {"Fiat", "boss", "quarterly budget report"}),
        ("We really loved the jazz festival!", [], {"jazz festival"}),
        ("Clara's brother plays saxophone.", ["Clara"], {"Clara", "brother", "saxophone"}),
        ("It was so good to see you again.", [], set()),
        ("李娜在腾讯做产品经理。", ["李娜", "腾讯"], {"李娜", "腾讯", "产品", "经理"}),
        ("我养了一只叫豆豆的金毛，每天带它去公园。", ["豆豆"], {"豆豆", "金毛", "公园"}),
        ("她对花生过敏。", [], {"花生", "过敏"}),
        ("数据库用了FastAPI。", [], {"FastAPI", "数据库"}),
        ("我们今天真的很开心。", [], set()),
    ],
)  # fmt: skip
def test_keywords_are_names_and_runs_of_content_words(text, names, wanted):
    assert wanted <= set(keywords_of(text, names, language_of(text)))
    assert bool(wanted) == bool(keywords_of(text, names, language_of(text)))


def test_names_come_first_and_each_keyword_occurs_once():
    found = keywords_of("Fiat opened a Fiat museum in Turin.", ["Fiat", "Turin"], "en")
    assert found[:2] == ("Fiat", "Turin")
    assert len({k.casefold() for k in found}) == len(found)


def test_a_word_inside_a_name_is_no_keyword_of_its_own():
    assert keywords_of("The Blue Lagoon lagoon is warm.", ["Blue Lagoon"], "en") == ("Blue Lagoon", "warm")


@given(st.text(max_size=80), st.lists(st.text(max_size=6), max_size=9))
def test_there_are_at_most_six(text, names):
    for language in ("en", "zh"):
        assert len(keywords_of(text, names, language)) <= 6


TAGS = [
    ("My boss promoted me at the company.", "work"), ("My sister had a baby.", "family"),
    ("I have a doctor's appointment.", "health"),
    ("We booked a hotel and a flight.", "travel"), ("I baked a chocolate cake.", "food"),
    ("I ran a marathon.", "sport"),
    ("She plays the violin in an orchestra.", "music"), ("My exam at university is hard.", "study"),
    ("The rent and the loan are due.", "money"),
    ("We moved to a new apartment.", "home"), ("My dog and my cat fight.", "pets"),
    ("I paint and do pottery.", "hobby"),
    ("I am so stressed and anxious.", "feelings"), ("I finished that novel by my favourite author.", "reading"),
    ("We watched a movie at the cinema.", "film"), ("We celebrate her birthday.", "celebration"),
    ("老板让我加班。", "work"), ("我妹妹结婚了。", "family"), ("我明天去医院体检。", "health"),
    ("我们订了机票和酒店。", "travel"),
    ("晚饭吃火锅。", "food"), ("我每天早上跑步。", "sport"), ("他会弹吉他。", "music"),
    ("考试在下周，作业很多。", "study"),
    ("这个月的房贷和保险。", "money"), ("我们搬家了，新房子很大。", "home"),
    ("我的小狗很乖，还有猫咪。", "pets"), ("周末学画画和书法。", "hobby"),
    ("最近压力很大，很焦虑。", "feelings"), ("在图书馆看小说。", "reading"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "topic"), TAGS)
def test_the_first_tag_is_the_topic(text, topic):
    assert tags_of(text, language_of(text))[0] == topic


def test_a_relation_gives_a_topic_if_no_word_does():
    assert tags_of("Ada is there since May.", "en") == ()
    assert tags_of("Ada is there since May.", "en", ["WORKS_AT", "UNHEARD_OF"]) == ("work",)


@given(st.text(max_size=120), st.sampled_from(["en", "zh"]))
def test_tags_come_from_the_closed_set_and_are_at_most_three(text, language):
    tags = tags_of(text, language)
    assert len(tags) == len(set(tags)) <= 3
    assert set(tags) <= set(topics())


@pytest.mark.parametrize(
    "text", ["word " * 60_000, "a" * 300_000, "家" * 300_000, "a, " * 100_000, "'" * 300_000]
)
def test_a_hostile_megabyte_takes_less_than_a_second(text):
    keywords_of("你好", [], "zh")  # the dictionary takes a second to load
    language = language_of(text[:50])
    pace.assert_under(1, lambda: (keywords_of(text, [], language), tags_of(text, language)))
