"""What full text compares: the same for what is stored and what is asked."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgraph_core.language.terms import date_terms, question_terms, terms_of

WRITING = st.text(st.characters(codec="utf-8"), max_size=60)
LETTERS = st.text("abcdeézñü ABCDEÉZÑÜ 北京大学李娜123-'", max_size=40)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("She loves hiking", "LOVE HIKES"),
        ("Café Müller", "cafe muller"),
        ("ｆｕｌｌ ｗｉｄｔｈ", "full width"),
        ("Straße", "STRASSE"),
        ("It's Ada's bakery", "Ada bakery"),
        ("prod DBs", "production databases"),
    ],
)
def test_words_match_despite_case_accents_and_endings(one, other):
    assert terms_of(one) == terms_of(other)


def test_stop_words_are_no_terms():
    assert terms_of("what is the of and") == []


def test_chinese_becomes_characters_and_bigrams():
    assert terms_of("我在北京") == ["我", "在", "北", "京", "我在", "在北", "北京"]


def test_a_mixed_text_is_cut_where_the_script_changes():
    assert terms_of("买了iPhone手机") == ["买", "了", "买了", "iphon", "手", "机", "手机"]


def test_rare_characters_are_cut_like_common_ones():
    assert terms_of("𠮷野") == ["𠮷", "野", "𠮷野"]
    assert terms_of("二〇二四") == ["二", "〇", "二", "四", "二〇", "〇二", "二四"]


def test_a_question_loses_characters_that_only_ask():
    assert question_terms("李娜住在哪里？") == ("李", "娜", "住", "李娜", "娜住", "住在", "在哪", "哪里")


def test_a_term_is_never_longer_than_an_index_takes():
    assert [len(term) for term in terms_of("x" * 5_000)] == [40]


def test_a_day_is_found_as_people_write_it():
    moment = datetime(2026, 3, 20, tzinfo=UTC)
    assert set(question_terms("What was on March 20, 2026?")) == set(date_terms(moment, "en"))
    assert set(question_terms("2026年3月20日")) <= set(date_terms(moment, "zh"))


@given(LETTERS)
def test_case_never_matters(text):
    assert terms_of(text) == terms_of(text.upper()) == terms_of(text.lower())


@given(WRITING)
def test_question_terms_are_a_subset_of_the_stored_terms(text):
    assert set(question_terms(text)) <= set(terms_of(text))


@given(WRITING)
def test_terms_have_no_blanks_so_that_they_can_be_joined_by_one(text):
    assert " ".join(terms_of(text)).split() == terms_of(text)


def test_concurrent_threads_get_correct_stems():
    words = [
        f"{stem}{ending}" for stem in ("walk", "paint", "jump", "listen") for ending in ("ing", "ed", "s")
    ]
    texts = [f"{word}{'x' * (n % 7)}{word}" for n, word in enumerate(words * 200)]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(terms_of, texts, chunksize=1))
    assert together == [terms_of(text) for text in texts]
