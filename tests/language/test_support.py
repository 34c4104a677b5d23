"""What a sentence supports of a fact."""

import pytest

from factories import day
from memgraph_core.language.support import is_clear, support_of

SAID = day(100)  # 2026-04-11


def date(span) -> str:
    return "" if span is None or span.start is None else span.start.date().isoformat()


@pytest.mark.parametrize(
    ("object_", "sentence", "start"),
    [
        ("Kestrel", "I started at Kestrel in March 2025.", "2025-03-01"),
        ("Kestrel", "In March 2025, I joined Kestrel.", "2025-03-01"),
        ("cello", "I've been playing the cello since 2019.", "2019-01-01"),
        ("Oslo", "I moved to Oslo, and in March 2025 I broke my arm.", ""),
        ("Oslo", "I live in Oslo and my sister came in March 2025.", ""),
        ("triathlon", "I signed up for the triathlon in June.", ""),  # when it takes place
        ("back pain", "I still have back pain although I booked a trip for the 10th of May.", ""),
        ("surfing", "I started surfing five years ago.", "2021-01-01"),
        ("meditation", "I've been doing meditation for 15 minutes daily.", ""),
        ("Fiat", "I used to be at Fiat, I started in 2010.", ""),
        ("银杏科技", "我2025年3月入职银杏科技。", "2025-03-01"),
        ("书法", "我最近在学书法，从2025年3月开始的。", "2025-03-01"),
        ("合唱团", "我在合唱团，我妹2025年3月结婚了。", ""),
    ],
)
def test_a_beginning_is_stated_in_the_clause_of_the_object(object_, sentence, start):
    assert date(support_of(sentence, None, object_, SAID).start) == start


@pytest.mark.parametrize(
    ("object_", "sentence", "ends"),
    [
        ("sugar", "I gave up sugar.", True),
        ("Tom", "Tom and I broke up.", True),
        ("guitar", "I used to play the guitar.", True),
        ("Fiat", "I left Fiat in March 2025.", True),
        ("tennis", "I played tennis, and then I quit my job.", False),
        ("choir", "I sing in a choir and my brother left his.", False),
        ("咖啡", "我把咖啡戒了。", True),
        ("阿明", "我和阿明分手了。", True),
        ("跑步", "我喜欢跑步，奶茶戒了。", False),
    ],
)
def test_an_end_is_stated_in_the_clause_of_the_object(object_, sentence, ends):
    assert support_of(sentence, None, object_, SAID).ends == ends


def test_a_stated_end_has_its_time():
    assert date(support_of("I left Fiat in March 2025.", None, "Fiat", SAID).end) == "2025-03-01"
    assert support_of("I used to work at Fiat in 2010.", None, "Fiat", SAID).end is None


@pytest.mark.parametrize(
    ("subject", "object_", "sentence", "is_explicit"),
    [
        (None, "Kestrel", "I work at Kestrel.", True),
        (None, "Kestrel", "Analyst at Kestrel.", True),  # the speaker is left out
        (None, "Leeds", "moved to Leeds last week", True),
        (None, "dog", "Got a dog that hates me.", True),
        (None, "Kestrel", "The analyst at Kestrel.", False),
        (None, "Kestrel", "yesterday Ben joined Kestrel", False),
        (None, "Leeds", "as for Ben, moved to Leeds", False),
        (None, "Oslo", "thinking of moving to Oslo", False),
        (None, "Oslo", "Maybe I'll live in Oslo.", False),
        (None, "Oslo", "My boss said I live in Oslo.", False),
        (None, "Ines", "My sister Ines is here with a friend who apparently sings.", True),
        ("Ben", "Oslo", "Ben lives in Oslo.", True),
        ("Ben", "Oslo", "He lives in Oslo.", False),
        (None, "茶", "我喜欢茶。", True),
        (None, "茶", "如果我喜欢茶呢", False),
        (None, "利兹", "上周搬到了利兹", True),
        (None, "利兹", "姐姐上周搬到了利兹", False),
        (None, "华光", "我在华光大学上课。", False),  # cut
    ],
)
def test_a_sentence_that_names_subject_and_object_and_is_meant_so_is_explicit(
    subject, object_, sentence, is_explicit
):
    assert support_of(sentence, subject, object_, SAID).is_explicit == is_explicit


@pytest.mark.parametrize(
    ("sentence", "object_", "is_habit"),
    [
        ("I play tennis.", "tennis", True),
        ("I played tennis with Tom.", "tennis", False),
        ("I've taken up tennis.", "tennis", True),
        ("我每天跑步。", "跑步", True),
        ("聚会上我喝的苏打水。", "苏打水", False),
    ],
)
def test_a_habit_is_not_one_occasion(sentence, object_, is_habit):
    assert support_of(sentence, None, object_, SAID).is_habit == is_habit


@pytest.mark.parametrize(
    ("object_", "clear"),
    [
        ("Kestrel", True),
        ("garden club", True),
        ("making it a better place", False),
        ("use my story", False),
        ("the tall house at the end of the road", False),
        ("boot camps last month", False),
        ("青岛", True),
        ("四年产品经理", False),
        ("让你帮我记点事", False),
    ],
)
def test_a_clear_object_is_short_and_refers_to_nothing(object_, clear):
    assert is_clear(object_) == clear


def test_a_language_without_signs_supports_what_was_read():
    found = support_of("Ich wohne in Oslo.", None, "Oslo", None)
    assert found.start is found.end is None
