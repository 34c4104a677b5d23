import numpy as np
import pytest

from hashing_embedder import HashingEmbedder
from memgraph_core.errors import ModelError
from memgraph_core.models.caching import CachedEmbedder


class CountingEmbedder(HashingEmbedder):
    """Remembers which texts it was asked for."""

    def __init__(self, dimension=64):
        super().__init__(dimension)
        self.asked = []

    def embed(self, texts):
        self.asked += texts
        return super().embed(texts)


@pytest.fixture
def cached(tmp_path):
    made = []

    def make(embedder):
        made.append(CachedEmbedder(embedder, tmp_path / "vectors.db"))
        return made[-1]

    yield make
    for embedder in made:
        embedder.close()


def test_a_text_is_embedded_once_in_order_and_across_runs(cached):
    first, second = CountingEmbedder(), CountingEmbedder()
    texts = ["ada", "bruno", "ada", "chiara"]
    expected = HashingEmbedder().embed(texts)
    assert (cached(first).embed(texts) == expected).all()
    assert first.asked == ["ada", "bruno", "chiara"]
    assert (cached(second).embed([*texts, "dora"])[:4] == expected).all()
    assert second.asked == ["dora"]


def test_models_do_not_share_vectors(cached):
    cached(HashingEmbedder(64)).embed(["ada"])
    assert cached(HashingEmbedder(32)).embed(["ada"]).shape == (1, 32)


def test_name_and_dimension_are_those_of_the_wrapped_embedder(cached):
    embedder = cached(HashingEmbedder())
    assert (embedder.name, embedder.dimension, embedder.reads("家")) == ("hashing-64", 64, True)
    assert embedder.embed([]).shape == (0, 64)
    assert np.isfinite(embedder.embed([""])).all()


def test_an_unusable_cache_file_is_named(tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("milk, eggs " * 100)
    with pytest.raises(ModelError, match=r"notes\.txt"):
        CachedEmbedder(HashingEmbedder(), file)
