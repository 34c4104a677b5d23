"""The forward pass of a BERT-shaped sentence encoder, in numpy: token ids in, unit vectors out.

The texts of a batch are the rows of one matrix, one after the other, without padding and therefore without a
mask. All layers but attention treat each token alone and are plain 2-D products. Attention runs over texts of
equal length together. Tokenizers and the location of weights are handled elsewhere.

Shapes in the comments: T tokens of a batch, n texts of s tokens, D hidden size, H heads, K = D / H.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from memgraph_core.records.kinds import Matrix, Vector

# GELU(x) = max(x, 0) - z·P(-z) with z = |x| and P the normal distribution, and -log P(-z) is close to a
# polynomial. These coefficients, lowest power first, were fitted by weighted least squares to minimise the
# maximum of |z·error| over 0 ≤ z ≤ 6. In float32 the result is within 7e-7 of the exact GELU for every x.
# Measured: 1.9 ns per number; the usual erf formula (Abramowitz and Stegun 7.1.26) takes 2.7, a tanh fit 1.8 to 2.
_LOG_TAIL = (0.69317327, 0.79766529, 0.31884262, 0.03592384, -0.00491057, 0.00032806)
_GELU_ROWS = 128  # this many rows stay in the CPU cache through all steps, which halves the time


@dataclass(frozen=True, slots=True)
class Config:
    """The shape of the network, from config.json."""

    hidden: int  # D
    layers: int
    heads: int  # H
    epsilon: float  # prevents a layer norm from dividing by zero
    positions: int  # maximum number of tokens of a text


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
    widen: tuple[_Linear, ...]  # the wide middle layer, in slices of D columns
    narrow: tuple[Matrix, ...]  # the D rows of the projection back for each slice, (D, D)
    narrow_bias: Vector
    narrow_norm: _Norm


class Bert:
    """The network with its weights. Immutable, so threads may share it."""

    def __init__(self, config: Config, tensors: Mapping[str, Matrix]) -> None:
        """Takes the tensors by their usual names without a leading `bert.`. Raises KeyError for a missing one."""
        self._config = config
        self._words = tensors["embeddings.word_embeddings.weight"]  # (vocabulary, D)
        # Only the first of the two segments is used, because one text is encoded and not a pair.
        segment = tensors["embeddings.token_type_embeddings.weight"][0]
        self._positions = tensors["embeddings.position_embeddings.weight"] + segment  # (positions, D)
        self._norm = _norm(tensors, "embeddings.LayerNorm")
        self._layers = [_layer(tensors, i, config) for i in range(config.layers)]

    def encode(self, texts: Sequence[Sequence[int]]) -> Matrix:
        """One unit vector per text, the mean of its last token states, shape (texts, D). Texts are token ids.

        Adjacent texts of equal length are processed together, so sort them by length.
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
    """Multi-head self-attention within each text: (T, D) → (T, D)."""
    query, key, value = (_apply(linear, x) for linear in (layer.query, layer.key, layer.value))
    mixed = np.empty_like(x)
    start = 0
    for n, s in groups:
        group = slice(start, start + n * s)
        q, k, v, out = (
            rows[group].reshape(n, s, heads, -1).transpose(0, 2, 1, 3)  # views of (n, H, s, K)
            for rows in (query, key, value, mixed)
        )
        weights = q @ k.transpose(0, 1, 3, 2)  # (n, H, s, s)
        weights -= weights.max(axis=-1, keepdims=True)
        np.exp(weights, out=weights)
        weights /= weights.sum(axis=-1, keepdims=True)
        np.matmul(weights, v, out=out)
        start += n * s
    return _apply(layer.attended, mixed)


def _feed_forward(x: Matrix, layer: _Layer) -> Matrix:
    """The feed-forward layer, slice by slice, (T, D) → (T, D).

    One thread of OpenBLAS multiplies 8 to 24 rows by a 384 × 384 matrix 1.6 times as fast as by the wide
    matrix. The projections of the slices are summed, so the wide matrix is never built.
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
    prefix = f"encoder.layer.{number}."
    widen = _linear(tensors, prefix + "intermediate.dense")
    narrow = _linear(tensors, prefix + "output.dense")
    slices = [slice(i, i + config.hidden) for i in range(0, len(widen.bias), config.hidden)]
    # The query weights include the attention scale, 1 / sqrt(K), so no product needs it.
    scale = np.float32((config.hidden / config.heads) ** -0.5)
    query = _linear(tensors, prefix + "attention.self.query")
    return _Layer(
        query=_Linear(query.weight * scale, query.bias * scale),
        key=_linear(tensors, prefix + "attention.self.key"),
        value=_linear(tensors, prefix + "attention.self.value"),
        attended=_linear(tensors, prefix + "attention.output.dense"),
        attended_norm=_norm(tensors, prefix + "attention.output.LayerNorm"),
        widen=tuple(_Linear(np.ascontiguousarray(widen.weight[:, s]), widen.bias[s]) for s in slices),
        narrow=tuple(narrow.weight[s] for s in slices),
        narrow_bias=narrow.bias,
        narrow_norm=_norm(tensors, prefix + "output.LayerNorm"),
    )


def _linear(tensors: Mapping[str, Matrix], name: str) -> _Linear:
    return _Linear(np.ascontiguousarray(tensors[name + ".weight"].T), tensors[name + ".bias"])


def _norm(tensors: Mapping[str, Matrix], name: str) -> _Norm:
    return _Norm(tensors[name + ".weight"], tensors[name + ".bias"])
