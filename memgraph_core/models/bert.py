"""The forward pass of a BERT-shaped sentence encoder, in numpy: token ids in, unit vectors out.

Texts of a batch are laid end to end as rows of one matrix, with no padding and so no mask: all layers but
attention treat each token alone and are plain 2-D products, and attention runs over texts of one length
at a time. Knows nothing of tokenizers or of where weights are.

Shapes in the comments: T tokens of a batch, n texts of s tokens, D hidden size, H heads, K = D / H.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from memgraph_core.records.kinds import Matrix, Vector

# GELU(x) = max(x, 0) - z·P(-z) with z = |x| and P the normal distribution, and -log P(-z) is close to a
# polynomial. These coefficients, lowest power first, were fitted by weighted least squares for the least
# maximum of |z·error| over 0 ≤ z ≤ 6: GELU is within 7e-7 of the exact one, for every x, in float32.
# Measured: 1.9 ns a number, the usual erf formula (Abramowitz and Stegun 7.1.26) 2.7, a tanh fit 1.8 to 2.
_LOG_TAIL = (0.69317327, 0.79766529, 0.31884262, 0.03592384, -0.00491057, 0.00032806)
_GELU_ROWS = 128  # that many rows of a slice stay in the cache through all steps: half the time


@dataclass(frozen=True, slots=True)
class Config:
    """What config.json tells about the shape of the network."""

    hidden: int  # D
    layers: int
    heads: int  # H
    epsilon: float  # keeps a layer norm from dividing by zero
    positions: int  # tokens that a text may have at most


@dataclass(frozen=True, slots=True)
class _Linear:
    weight: Matrix  # (in, out), contiguous: x @ weight needs no copy
    bias: Vector  # (out,)


@dataclass(frozen=True, slots=True)
class _Norm:
    scale: Vector  # (D,)
    shift: Vector  # (D,)


@dataclass(frozen=True, slots=True)
class _Layer:
    query: _Linear
    key: _Linear
    value: _Linear
    attended: _Linear
    attended_norm: _Norm
    widen: tuple[_Linear, ...]  # the wide middle in slices of D columns …
    narrow: tuple[Matrix, ...]  # … and the D rows of the way back that belong to each, (D, D)
    narrow_bias: Vector
    narrow_norm: _Norm


class Bert:
    """The network with its weights. Immutable, so that any number of threads may use one."""

    def __init__(self, config: Config, tensors: Mapping[str, Matrix]) -> None:
        """Takes the tensors by their usual names, without a leading `bert.`; KeyError for a missing one."""
        self._config = config
        self._words = tensors["embeddings.word_embeddings.weight"]  # (vocabulary, D)
        # Only the first of two segments is used: one text is encoded, not a pair.
        segment = tensors["embeddings.token_type_embeddings.weight"][0]
        self._positions = tensors["embeddings.position_embeddings.weight"] + segment  # (positions, D)
        self._norm = _norm(tensors, "embeddings.LayerNorm")
        self._layers = [_layer(tensors, i, config) for i in range(config.layers)]

    def encode(self, texts: Sequence[Sequence[int]]) -> Matrix:
        """One unit vector per text: the mean of its last token states. Texts are given by token ids.

        Texts of one length that stand next to each other are attended to together, so sort by length.
        """
        groups = [(len(list(same)), length) for length, same in groupby(map(len, texts))]
        ids = np.fromiter((token for text in texts for token in text), np.intp)
        positions = np.concatenate([np.tile(np.arange(s), n) for n, s in groups])
        x = self._words[ids] + self._positions[positions]  # (T, D)
        _normalize(x, self._norm, self._config.epsilon)
        for layer in self._layers:
            x += _attention(x, layer, groups, self._config.heads)
            _normalize(x, layer.attended_norm, self._config.epsilon)
            x += _feed_forward(x, layer)
            _normalize(x, layer.narrow_norm, self._config.epsilon)
        return _pool(x, groups)


def gelu(x: Matrix) -> None:
    """Gaussian error linear unit in place, to float32 precision."""
    lowest, *middle, highest = (np.float32(c) for c in _LOG_TAIL)
    for start in range(0, len(x), _GELU_ROWS):
        rows = x[start : start + _GELU_ROWS]
        z = np.abs(rows)
        tail = z * -highest
        for coefficient in reversed(middle):
            tail -= coefficient
            tail *= z
        tail -= lowest
        np.exp(tail, out=tail)
        tail *= z
        np.maximum(rows, 0, out=rows)
        rows -= tail


def _attention(x: Matrix, layer: _Layer, groups: list[tuple[int, int]], heads: int) -> Matrix:
    """What each token takes from the other tokens of its text: (T, D) → (T, D)."""
    query, key, value = (_apply(linear, x) for linear in (layer.query, layer.key, layer.value))
    taken = np.empty_like(x)
    start = 0
    for n, s in groups:
        here = slice(start, start + n * s)
        q, k, v, out = (
            rows[here].reshape(n, s, heads, -1).transpose(0, 2, 1, 3)  # views of (n, H, s, K)
            for rows in (query, key, value, taken)
        )
        weights = q @ k.transpose(0, 1, 3, 2)  # (n, H, s, s)
        weights -= weights.max(axis=-1, keepdims=True)
        np.exp(weights, out=weights)
        weights /= weights.sum(axis=-1, keepdims=True)
        np.matmul(weights, v, out=out)
        start += n * s
    return _apply(layer.attended, taken)


def _feed_forward(x: Matrix, layer: _Layer) -> Matrix:
    """The wide middle, slice by slice, (T, D) → (T, D).

    One thread of OpenBLAS multiplies 8 to 24 rows by a square of 384 1.6 times as fast as by the wide
    matrix, and the slices are summed on the way back, so that the wide matrix never exists.
    """
    total = np.tile(layer.narrow_bias, (len(x), 1))
    for widen, narrow in zip(layer.widen, layer.narrow, strict=True):
        middle = _apply(widen, x)
        gelu(middle)
        total += middle @ narrow
    return total


def _pool(x: Matrix, groups: list[tuple[int, int]]) -> Matrix:
    """The mean over the tokens of each text, at unit length: (T, D) → (texts, D)."""
    means: list[Matrix] = []
    start = 0
    for n, s in groups:
        means.append(x[start : start + n * s].reshape(n, s, -1).mean(axis=1))
        start += n * s
    vectors = np.concatenate(means)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors


def _apply(linear: _Linear, x: Matrix) -> Matrix:
    out = x @ linear.weight
    out += linear.bias
    return out


def _normalize(x: Matrix, norm: _Norm, epsilon: float) -> None:
    """Layer norm in place: each row to mean 0 and variance 1, then scaled and shifted."""
    x -= x.mean(axis=1, keepdims=True)
    variance = np.einsum("ij,ij->i", x, x) / np.float32(x.shape[1])
    x *= (1 / np.sqrt(variance + np.float32(epsilon)))[:, None]
    x *= norm.scale
    x += norm.shift


def _layer(tensors: Mapping[str, Matrix], number: int, config: Config) -> _Layer:
    at = f"encoder.layer.{number}."
    widen = _linear(tensors, at + "intermediate.dense")
    narrow = _linear(tensors, at + "output.dense")
    slices = [slice(i, i + config.hidden) for i in range(0, len(widen.bias), config.hidden)]
    # The scale of attention, 1 / sqrt(K), is put into the query once instead of into every product.
    scale = np.float32((config.hidden / config.heads) ** -0.5)
    query = _linear(tensors, at + "attention.self.query")
    return _Layer(
        query=_Linear(query.weight * scale, query.bias * scale),
        key=_linear(tensors, at + "attention.self.key"),
        value=_linear(tensors, at + "attention.self.value"),
        attended=_linear(tensors, at + "attention.output.dense"),
        attended_norm=_norm(tensors, at + "attention.output.LayerNorm"),
        widen=tuple(_Linear(np.ascontiguousarray(widen.weight[:, s]), widen.bias[s]) for s in slices),
        narrow=tuple(narrow.weight[s] for s in slices),
        narrow_bias=narrow.bias,
        narrow_norm=_norm(tensors, at + "output.LayerNorm"),
    )


def _linear(tensors: Mapping[str, Matrix], name: str) -> _Linear:
    return _Linear(np.ascontiguousarray(tensors[name + ".weight"].T), tensors[name + ".bias"])


def _norm(tensors: Mapping[str, Matrix], name: str) -> _Norm:
    return _Norm(tensors[name + ".weight"], tensors[name + ".bias"])
