import numpy as np
import pytest

from hashing_embedder import HashingEmbedder


def cosine(a, b, embedder=HashingEmbedder()):  # noqa: B008
    first, second = embedder.embed([a, b])
    return float(first @ second)


def test_the_cosine_is_the_share_of_words_in_common():
    assert cosine("Ada likes tea", "ada LIKES tea!") == pytest.approx(1)
    assert cosine("ada likes green tea", "ada likes black coffee") == pytest.approx(0.5)
    assert cosine("ada", "bruno") == 0


def test_chinese_is_counted_by_character():
    assert cosine("我在都灵", "我在米兰") == pytest.approx(0.5)


def test_a_word_adds_one_at_the_index_of_its_hash():
    embedder = HashingEmbedder(8)
    (vector,) = embedder.embed(["tea tea"])
    assert vector.tolist() == [float(i == embedder.place("tea")) for i in range(8)]


def test_every_text_has_a_unit_vector_the_same_each_time():
    texts = ["", "  ", "🎂", "Ada", "Ada \ud800"]
    vectors = HashingEmbedder().embed(texts)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1)
    assert (vectors == HashingEmbedder().embed(texts)).all()
    assert HashingEmbedder().embed([]).shape == (0, 64)


def test_the_name_contains_the_dimension():
    assert (HashingEmbedder(32).name, HashingEmbedder(32).dimension) == ("hashing-32", 32)
