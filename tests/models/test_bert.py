"""Compares the forward pass with a simple one that computes one token, one head and one number at a time."""

import math

import numpy as np
import pytest

from memgraph_core.models.bert import Bert, Config, gelu
from tiny_bert import SHAPE, tiny_tensors


@pytest.fixture(scope="module")
def tensors():
    return tiny_tensors()


@pytest.fixture(scope="module")
def bert(tensors):
    return Bert(
        Config(
            hidden=SHAPE["hidden"],
            layers=SHAPE["layers"],
            heads=SHAPE["heads"],
            epsilon=1e-12,
            positions=SHAPE["positions"],
        ),
        tensors,
    )


@pytest.mark.parametrize(
    "texts",
    [
        [[2, 3]],
        [[2, 4, 5, 6, 7, 8, 3]],
        [[2, 4, 3], [2, 7, 3], [2, 4, 5, 6, 3], [2, 9, 8, 7, 3], [2, *range(1, 13), 4, 3]],
        [[2, 4, 5, 3], [2, 3], [2, 4, 7, 3]],  # not sorted: slower, and just as right
    ],
    ids=["two tokens", "one text", "several lengths", "unsorted"],
)
def test_vectors_equal_those_of_the_reference(bert, tensors, texts):
    expected = np.array([slow_vector(tensors, text) for text in texts])
    assert np.abs(bert.encode(texts) - expected).max() < 1e-5


def test_gelu_is_exact_to_float32_over_its_range():
    x = np.concatenate([np.linspace(-9, 9, 20_001), [-1e6, -100, -30, 0, 30, 100, 1e6]]).astype(np.float32)
    exact = np.array([float(v) * 0.5 * math.erfc(-float(v) / math.sqrt(2)) for v in x])
    got = x.reshape(-1, 1).copy()
    gelu(got)
    assert np.abs(got[:, 0] - exact).max() < 7e-7


def test_a_missing_tensor_is_named(tensors):
    rest = {name: tensor for name, tensor in tensors.items() if name != "encoder.layer.1.output.dense.bias"}
    with pytest.raises(KeyError, match=r"encoder\.layer\.1\.output\.dense\.bias"):
        Bert(Config(hidden=12, layers=2, heads=3, epsilon=1e-12, positions=16), rest)


def slow_vector(tensors, ids):
    """BERT as the paper has it, in float64, with loops: an independent second opinion."""
    w = {name: tensor.astype(np.float64) for name, tensor in tensors.items()}
    rows = [
        w["embeddings.word_embeddings.weight"][token]
        + w["embeddings.position_embeddings.weight"][place]
        + w["embeddings.token_type_embeddings.weight"][0]
        for place, token in enumerate(ids)
    ]
    rows = [slow_norm(w, "embeddings.LayerNorm", row) for row in rows]
    for number in range(SHAPE["layers"]):
        rows = slow_layer(w, f"encoder.layer.{number}.", rows)
    mean = sum(rows) / len(rows)
    return mean / math.sqrt(sum(v * v for v in mean))


def slow_layer(w, at, rows):
    size = SHAPE["hidden"] // SHAPE["heads"]
    query, key, value = (
        [slow_linear(w, f"{at}attention.self.{part}", row) for row in rows]
        for part in ("query", "key", "value")
    )
    out = []
    for i, row in enumerate(rows):
        taken = np.zeros(SHAPE["hidden"])
        for head in range(SHAPE["heads"]):
            part = slice(head * size, (head + 1) * size)
            scores = [math.exp(query[i][part] @ k[part] / math.sqrt(size)) for k in key]
            for score, v in zip(scores, value, strict=True):
                taken[part] += score / sum(scores) * v[part]
        taken = slow_linear(w, f"{at}attention.output.dense", taken)
        state = slow_norm(w, f"{at}attention.output.LayerNorm", row + taken)
        wide = slow_linear(w, f"{at}intermediate.dense", state)
        wide = np.array([v * 0.5 * (1 + math.erf(v / math.sqrt(2))) for v in wide])
        out.append(slow_norm(w, f"{at}output.LayerNorm", state + slow_linear(w, f"{at}output.dense", wide)))
    return out


def slow_linear(w, name, row):
    return w[name + ".weight"] @ row + w[name + ".bias"]


def slow_norm(w, name, row):
    centred = row - sum(row) / len(row)
    deviation = math.sqrt(sum(centred**2) / len(row) + 1e-12)
    return centred / deviation * w[name + ".weight"] + w[name + ".bias"]
