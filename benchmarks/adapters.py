"""Train low-rank changes of the embedding models on requests and the turns that they refer to.

    python benchmarks/adapters.py en|zh [--epochs 2] [--held-out] [--write]

Needs torch (the extra `transformers`), and for Chinese the extra `zh`. The data are in benchmarks/requests; its README describes
the format. The loss is that of contrastive learning (InfoNCE): a request must be nearer to the turn that it refers to than to the
other turns of the file and to turns of other files. In conversations, the vector of the passage (the turn and the two before
it) must be near, too. A second term keeps the cosines between turns as they were, because links and clusters of notes
depend on them. `--held-out` trains without every eighth file and reports how many of its requests find their turn first,
among the first five and among the first ten turns of all held-out files. `--write` trains on all files and writes
`memgraph_core/models/adapters/NAME.safetensors`.

Reference: Hu et al. 2021, LoRA, arXiv 2106.09685. On one core, an epoch takes 15 minutes in English and two in Chinese.
"""

import argparse
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil

import numpy as np
import torch
import torch.nn.functional as nn_functional
from request_files import File, Request, files_of
from safetensors.numpy import load_file, save_file
from tokenizers import Tokenizer
from torch import Tensor, nn

from memgraph_core.models import adapter, weights
from memgraph_core.models.use import published_backend

PASSAGE = (1.0, 0.5, 0.3)  # weights of a turn and the two before it, as in memgraph_core/plan/draft.py
TEMPERATURE, SMOOTHING, KEPT_COSINES = 0.05, 0.05, 5.0
REQUESTS, OTHER_FILES, OTHER_TURNS = 96, 2, 30  # of a step
WARMING, BATCH, HELD_OUT = 20, 32, 8


class LowRank(nn.Module):
    """The changes left @ right of the matrices of a model, 0 at first. `is_on` is False for the model without them."""

    def __init__(self, matrices: Mapping[str, Tensor], rank: int) -> None:
        super().__init__()
        self.matrices = matrices
        self.is_on = True
        self._names = {name: name.replace(".", "/") for name in matrices}
        self.left, self.right = nn.ParameterDict(), nn.ParameterDict()
        for name, matrix in matrices.items():
            self.left[self._names[name]] = nn.Parameter(torch.zeros(matrix.shape[0], rank))
            self.right[self._names[name]] = nn.Parameter(
                torch.randn(rank, matrix.shape[1]) / matrix.shape[1] ** 0.5
            )

    def product(self, x: Tensor, name: str, *, transposed: bool) -> Tensor:
        """X @ matrix, or x @ matrix.T if the matrix has the shape (out, in)."""
        matrix = self.matrices[name]
        y = x @ (matrix.T if transposed else matrix)
        if not self.is_on:
            return y
        left, right = self.left[self._names[name]], self.right[self._names[name]]
        x = nn_functional.dropout(x, 0.05, self.training)
        return y + (x @ right.T @ left.T if transposed else x @ left @ right)

    def tensors(self) -> dict[str, np.ndarray]:
        """The factors as the package stores them."""
        sides = (("left", self.left), ("right", self.right))
        return {
            f"{name}.{side}": factors[key].detach().numpy().astype(np.float16)
            for name, key in self._names.items()
            for side, factors in sides
        }


class BertEncoder:
    """all-MiniLM-L6-v2 with low-rank changes of all matrices of its layers."""

    name, rank, learning_rate = "minilm", 16, 5e-4
    _LAYERS, _HEADS = 6, 12
    _PARTS = (
        "attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense",
        "intermediate.dense", "output.dense",
    )  # fmt: skip

    def __init__(self) -> None:
        folder = weights.obtain(download=False)
        arrays = load_file(folder / "model.safetensors")
        self._tensors = {
            key.removeprefix("bert."): torch.from_numpy(array.astype(np.float32))
            for key, array in arrays.items()
        }
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.enable_truncation(128)
        self._tokenizer.enable_padding()
        names = [f"encoder.layer.{i}.{part}" for i in range(self._LAYERS) for part in self._PARTS]
        self.changes = LowRank(
            {f"{name}.weight": self._tensors[f"{name}.weight"] for name in names}, self.rank
        )

    def encode(self, texts: Sequence[str]) -> Tensor:
        """Unit vectors, shape (texts, 384)."""
        with torch.autocast("cpu", dtype=torch.bfloat16):
            return self._encode(texts)

    def _encode(self, texts: Sequence[str]) -> Tensor:
        encoded = self._tokenizer.encode_batch(list(texts))
        ids = torch.tensor([e.ids for e in encoded])
        mask = torch.tensor([e.attention_mask for e in encoded])
        tensors = self._tensors
        x = tensors["embeddings.word_embeddings.weight"][ids]
        x = x + tensors["embeddings.position_embeddings.weight"][: ids.shape[1]]
        x = self._norm(x + tensors["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
        bias = ((1 - mask)[:, None, None, :] * -1e9).float()
        for layer in range(self._LAYERS):
            prefix = f"encoder.layer.{layer}."
            attended = self._attention(x, prefix, bias)
            x = self._norm(x + attended, f"{prefix}attention.output.LayerNorm")
            middle = nn_functional.gelu(self._linear(x, f"{prefix}intermediate.dense"))
            x = self._norm(x + self._linear(middle, f"{prefix}output.dense"), f"{prefix}output.LayerNorm")
        weight = mask[:, :, None].float()
        return nn_functional.normalize((x.float() * weight).sum(1) / weight.sum(1), dim=1)

    def _attention(self, x: Tensor, prefix: str, bias: Tensor) -> Tensor:
        texts, length, size = x.shape
        query, key, value = (
            self._linear(x, f"{prefix}attention.self.{part}")
            .view(texts, length, self._HEADS, -1)
            .transpose(1, 2)
            for part in ("query", "key", "value")
        )
        mixed = nn_functional.scaled_dot_product_attention(query, key, value, attn_mask=bias.to(query.dtype))
        return self._linear(
            mixed.transpose(1, 2).reshape(texts, length, size), f"{prefix}attention.output.dense"
        )

    def _linear(self, x: Tensor, name: str) -> Tensor:
        return self.changes.product(x, f"{name}.weight", transposed=True) + self._tensors[f"{name}.bias"]

    def _norm(self, x: Tensor, name: str) -> Tensor:
        scale, shift = (self._tensors[f"{name}.{part}"] for part in ("weight", "bias"))
        return nn_functional.layer_norm(x.float(), x.shape[-1:], scale, shift, 1e-12)


class UseEncoder:
    """The multilingual Universal Sentence Encoder with low-rank changes of all matrices but the embeddings.

    Convolutions of 2, 3 and 5 tokens with residual connections, a sum over the tokens, and four dense layers.
    """

    name, rank, learning_rate = "use", 4, 1e-3
    _ORDERS = ((2, 0), (3, 1), (5, 2))  # number of tokens, and how many of them are on the left
    _SIZE = 256  # of a convolution
    _MAX_TOKENS = 200

    def __init__(self) -> None:
        self._backend = published_backend()
        self._tensors = {
            name: torch.from_numpy(np.array(matrix))
            for name, matrix in adapter.matrices_of_use(self._backend).items()
        }
        self.changes = LowRank(self._tensors, self.rank)

    def encode(self, texts: Sequence[str]) -> Tensor:
        """Unit vectors, shape (texts, 512)."""
        b = self._backend
        tokens = [b.sp.encode(t, out_type=int, add_bos=True, add_eos=True)[: self._MAX_TOKENS] for t in texts]
        lengths = np.array([len(ids) for ids in tokens])
        flat = np.concatenate(tokens)
        starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        chunk = flat % len(b.scale)
        embedded = torch.from_numpy(
            b.table[flat].astype(np.float32) * b.scale[chunk, None] + b.lo[chunk, None]
        )
        windows = torch.from_numpy(b._window_index(starts, lengths, len(flat)))
        x = self._product(embedded, "proj_W") + torch.from_numpy(b.proj_b)
        x = nn_functional.layer_norm(
            x, x.shape[-1:], torch.from_numpy(b.ln_g_all), torch.from_numpy(b.ln_b_all), b.eps
        )
        features = torch.cat(
            [embedded, *(self._convolved(x, windows, i) for i in range(len(self._ORDERS)))], 1
        )
        features = nn_functional.layer_norm(
            features, features.shape[-1:], torch.from_numpy(b.ln_g), torch.from_numpy(b.ln_b), b.eps
        )
        texts_of = torch.from_numpy(np.repeat(np.arange(len(tokens)), lengths))
        summed = torch.zeros(len(tokens), features.shape[1]).index_add(0, texts_of, features)
        sizes = torch.from_numpy(lengths.astype(np.float32))[:, None]
        return self._dense(
            (self._product(summed, "cnn_W") + sizes * torch.from_numpy(b.cnn_b)) / sizes.sqrt()
        )

    def _convolved(self, x: Tensor, windows: Tensor, number: int) -> Tensor:
        order, left = self._ORDERS[number]
        columns = windows[:, 2 - left : 2 - left + order]
        h = x[:, number * self._SIZE : (number + 1) * self._SIZE]
        for matrix, biases in (("w1", self._backend.b1), ("w2", self._backend.b2)):
            padded = torch.cat([h, torch.zeros(1, self._SIZE)])[columns].reshape(len(h), -1)
            bias = torch.from_numpy(biases[number])
            h = h + nn_functional.relu(self._product(padded, f"{matrix}.{number}") + bias)
        return h

    def _dense(self, x: Tensor) -> Tensor:
        first = nn_functional.relu(self._product(x, "d0"))
        second = nn_functional.relu(self._product(x, "p1") + self._product(first, "d1"))
        third = nn_functional.relu(self._product(second, "d2"))
        z = torch.tanh(self._product(second, "p3") + self._product(third, "d3"))
        return nn_functional.normalize(z, dim=1)

    def _product(self, x: Tensor, name: str) -> Tensor:
        return self.changes.product(x, name, transposed=False)


Encoder = BertEncoder | UseEncoder


def encoded(encoder: Encoder, texts: Sequence[str]) -> Tensor:
    """One row per text; texts of similar length are encoded together."""
    order = sorted(range(len(texts)), key=lambda index: len(texts[index]))
    parts = [order[start : start + BATCH] for start in range(0, len(order), BATCH)]
    rows = torch.cat([encoder.encode([texts[index] for index in part]) for part in parts])
    return rows[torch.argsort(torch.tensor(order))]


def passages(turns: Tensor) -> Tensor:
    """The vectors of passages for the vectors of the turns of a conversation."""
    summed = PASSAGE[0] * turns
    for back, weight in enumerate(PASSAGE[1:], 1):
        summed = summed + weight * torch.cat([torch.zeros(back, turns.shape[1]), turns[:-back]])
    return nn_functional.normalize(summed, dim=1)


def loss_of(encoder: Encoder, file: File, requests: Sequence[Request], others: Sequence[str]) -> Tensor:
    """The contrastive loss of some requests of a file, and the change of the cosines between turns."""
    texts = [*file.turns, *others]
    turns = encoded(encoder, texts)
    queries = encoded(encoder, [request.text for request in requests])
    wanted = torch.zeros(len(requests), len(texts))
    for row, request in enumerate(requests):
        wanted[row, list(request.turns)] = 1 / len(request.turns)
    wanted = (1 - SMOOTHING) * wanted + SMOOTHING / len(texts)
    loss = nn_functional.cross_entropy(queries @ turns.T / TEMPERATURE, wanted)
    if file.is_conversation:
        own = len(file.turns)
        spread = wanted[:, :own] / wanted[:, :own].sum(1, keepdim=True)
        loss = loss + 0.5 * nn_functional.cross_entropy(
            queries @ passages(turns[:own]).T / TEMPERATURE, spread
        )
    with torch.no_grad():
        before = without_changes(encoder, texts)
    return loss + KEPT_COSINES * ((turns @ turns.T - before @ before.T) ** 2).mean()


def without_changes(encoder: Encoder, texts: Sequence[str]) -> Tensor:
    """The vectors of the model as published."""
    encoder.changes.is_on = False
    try:
        return encoded(encoder, texts)
    finally:
        encoder.changes.is_on = True


def train(encoder: Encoder, files: Sequence[File], epochs: int, after: Callable[[], None]) -> None:
    """Adam with a linear warm-up and decay. Calls `after` after each epoch."""
    numbers = random.Random(0)
    parameters = list(encoder.changes.parameters())
    optimizer = torch.optim.AdamW(parameters, lr=encoder.learning_rate, weight_decay=0.01)
    total = epochs * sum(ceil(len(file.requests) / REQUESTS) for file in files)
    steps, started = 0, time.perf_counter()
    for epoch in range(epochs):
        losses: list[float] = []
        encoder.changes.train()
        for file, requests in _steps(files, numbers):
            others = [text for other in numbers.sample(files, OTHER_FILES) if other is not file for text in
                      numbers.sample(other.turns, min(OTHER_TURNS, len(other.turns)))]  # fmt: skip
            rate = encoder.learning_rate * min(1, (steps + 1) / WARMING) * max(0.05, 1 - steps / total)
            optimizer.param_groups[0]["lr"] = rate
            loss = loss_of(encoder, file, requests, others)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(parameters, 1.0)
            optimizer.step()
            steps += 1
            losses.append(loss.item())
        encoder.changes.eval()
        print(
            f"epoch {epoch + 1}: loss {np.mean(losses):.3f}, {time.perf_counter() - started:.0f} s",
            flush=True,
        )
        after()


def _steps(files: Sequence[File], numbers: random.Random) -> Iterator[tuple[File, Sequence[Request]]]:
    """The requests of all files in a random order, in parts of one file."""
    steps: list[tuple[File, Sequence[Request]]] = []
    for file in files:
        requests = numbers.sample(file.requests, len(file.requests))
        steps += [(file, requests[start : start + REQUESTS]) for start in range(0, len(requests), REQUESTS)]
    numbers.shuffle(steps)
    yield from steps


@torch.no_grad()
def report(encoder: Encoder, files: Sequence[File]) -> None:
    """Print how many requests of each kind find a turn that they refer to, among the turns of all these files."""
    turns = encoded(encoder, [text for file in files for text in file.turns])
    places: dict[str, list[int]] = {"Q": [], "M": []}
    first = 0
    for file in files:
        scores = encoded(encoder, [request.text for request in file.requests]) @ turns.T
        for row, request in zip(scores, file.requests, strict=True):
            best = max(row[first + index].item() for index in request.turns)
            places[request.kind].append(int((row > best).sum()))
        first += len(file.turns)
    for kind, found in places.items():
        shares = ", ".join(f"{100 * np.mean(np.array(found) < k):.1f}" for k in (1, 5, 10))
        print(f"  {kind}: first, in 5, in 10 of {first}: {shares} ({len(found)} requests)", flush=True)


def main() -> None:
    """Train, report and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("language", choices=("en", "zh"))
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--held-out", action="store_true", help="report requests that are not used")
    parser.add_argument("--write", action="store_true", help="write the changes into the package")
    given = parser.parse_args()
    torch.manual_seed(0)
    encoder: Encoder = BertEncoder() if given.language == "en" else UseEncoder()
    files = files_of(given.language)
    held_out = files[HELD_OUT - 1 :: HELD_OUT] if given.held_out else []
    used = [file for file in files if file not in held_out]
    print(f"{len(files)} files, {sum(len(file.requests) for file in used)} requests in training")

    def after() -> None:
        if held_out:
            report(encoder, held_out)

    encoder.changes.is_on = False
    after()
    encoder.changes.is_on = True
    train(encoder, used, given.epochs, after)
    if given.write:
        save_file(encoder.changes.tensors(), adapter.file_of(encoder.name))


if __name__ == "__main__":
    main()
