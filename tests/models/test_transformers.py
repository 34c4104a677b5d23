import numpy as np
import pytest

from memgraph_core.errors import ConfigError, ModelError
from memgraph_core.models import embedder_for, transformers
from memgraph_core.models.minilm import FOR_MEMORY, MiniLM
from memgraph_core.models.transformers import SentenceTransformersEmbedder

TEXTS = [
    "Ada moved to Turin.",
    "",
    "🎂",
    "word " * 400,
    "Élodie et Zoë",
    "我搬到了都灵",
    *(f"Bruno bought {i} books about {'very ' * (i % 40)}old towns." for i in range(200)),
]


def test_without_the_extra_the_error_names_it(monkeypatch):
    monkeypatch.setattr(transformers, "installed", lambda: False)
    for spec in ("multilingual", "sentence-transformers:any-model"):
        with pytest.raises(ConfigError, match=r"memgraph-core\[transformers\]"):
            embedder_for(spec)


def test_names_are_short_and_presets_known(monkeypatch):
    monkeypatch.setattr(transformers, "installed", lambda: True)
    multilingual = SentenceTransformersEmbedder("multilingual")
    english = SentenceTransformersEmbedder("sentence-transformers/all-MiniLM-L6-v2")
    assert multilingual.name == "paraphrase-multilingual-MiniLM-L12-v2"
    assert multilingual.reads("我搬到了都灵")
    assert english.name == "all-MiniLM-L6-v2"
    assert not english.reads("我搬到了都灵")


@pytest.mark.heavy
def test_numpy_and_torch_give_the_same_vectors(minilm_folder):
    pytest.importorskip("sentence_transformers")
    torch = embedder_for("minilm", bulk=True)
    assert isinstance(torch, SentenceTransformersEmbedder)
    numpy = MiniLM(minilm_folder, name=FOR_MEMORY, changed=True)
    assert (torch.name, torch.dimension) == (numpy.name, numpy.dimension)
    assert np.abs(torch.embed(TEXTS) - numpy.embed(TEXTS)).max() < 1e-6
    assert torch.embed([]).shape == (0, 384)


@pytest.mark.heavy
def test_weights_in_a_folder_are_loaded_without_a_progress_bar(minilm_folder, capfd):
    pytest.importorskip("sentence_transformers")
    embedder_for("minilm", bulk=True).embed(["Ada"])
    assert "%" not in capfd.readouterr().err


@pytest.mark.heavy
def test_a_model_that_cannot_be_found_is_named(monkeypatch, tmp_path):
    pytest.importorskip("sentence_transformers")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(ModelError, match="no-such-model"):
        SentenceTransformersEmbedder(str(tmp_path / "no-such-model")).embed(["Ada"])
