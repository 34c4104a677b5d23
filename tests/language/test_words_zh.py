"""Chinese words and their tags."""

import pytest

from memgraph_core.language.zh import tagger, words
from memgraph_core.language.zh.words import words_of


def tagged(text, whole=()):
    return [f"{word.text}/{word.tag}" for word in words_of(text, whole)]


def test_words_have_tags_of_names_and_parts_of_speech():
    assert tagged("张伟去年在苏州买了房。") == [
        "张伟/PER", "去年/TIME", "在/p", "苏州/LOC", "买/v", "了/u", "房/n", "。/w",
    ]  # fmt: skip


def test_latin_words_are_separate_words_and_blanks_are_not_words():
    assert tagged("数据库用 PostgreSQL 15")[2:] == ["PostgreSQL/eng", "15/m"]


@pytest.mark.parametrize(
    "text", ["我在北京工作", "我們上週搬去新竹了", "用 k8s 和 Go", "", "。。", "一" * 500]
)
def test_offsets_are_those_of_the_text(text):
    assert all(text[word.start : word.end] == word.text for word in words_of(text))
    assert "".join(word.text for word in words_of(text)) == text.replace(" ", "")


def test_a_whole_piece_is_one_word():
    assert "蓝鲸音箱/*" in tagged("我想买蓝鲸音箱送人", [(3, 7)])


def test_the_tags_of_a_text_do_not_depend_on_the_texts_that_are_tagged_with_it():
    texts = ["我住在苏州", "妹妹明天去上海出差，后天回来", "好"]
    together = tagger.load().tagged(texts)
    assert together == [tagger.load().tagged([text])[0] for text in texts]


def test_texts_tagged_in_one_batch_have_the_same_words(monkeypatch):
    texts = ["我住在苏州。", "妹妹明天去上海出差，後天回來。"]
    alone = [words.words_of(text) for text in texts]
    monkeypatch.setattr(words, "_MEMORY", words._Memory())
    words.tag_together(texts)
    assert [words.words_of(text) for text in texts] == alone


def test_without_the_tagger_words_are_characters_and_one_warning_names_the_remedy(monkeypatch, caplog):
    monkeypatch.setattr(tagger, "is_installed", lambda: False)
    monkeypatch.setattr(words, "_MEMORY", words._Memory())
    words.has_tagger.cache_clear()
    try:
        assert tagged("住 Rome") == ["住/x", "Rome/eng"]
        assert tagged("好") == ["好/x"]
        assert [record.getMessage().count("memgraph-core[zh]") for record in caplog.records] == [1]
    finally:
        words.has_tagger.cache_clear()
