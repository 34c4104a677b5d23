"""The labelled chats of the benchmarks: every line has a code, and every language has enough sentences of both kinds."""

import pytest

from benchmark_modules import benchmark_module


@pytest.fixture(scope="module")
def noteworthy():
    pytest.importorskip("sklearn")
    return benchmark_module("noteworthy")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_sentence_of_a_chat_is_labelled(noteworthy, language):
    sentences = list(noteworthy.chat_sentences(language))
    kept = [sentence for sentence in sentences if sentence.is_kept]
    assert len(sentences) > 3_000
    assert 0.3 < len(kept) / len(sentences) < 0.6


def test_a_line_without_a_code_is_reported_with_its_file(noteworthy, tmp_path, monkeypatch):
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "01.txt").write_text("w| I bake.\nI bake.\n", encoding="utf-8")
    monkeypatch.setattr(noteworthy, "CHATS", tmp_path)
    with pytest.raises(ValueError, match=r"01\.txt: 'I bake\.' has no code"):
        list(noteworthy.chat_sentences("en"))
