"""all-MiniLM-L6-v2 without torch: the same vectors, but ready after 0.15 s of CPU time instead of seconds.

With the adapter of this package, requests are nearer to the turns that they refer to; see `adapter`.
"""

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load_file  # pyright: ignore[reportUnknownVariableType]
from tokenizers import Tokenizer

from memgraph_core.errors import ModelError
from memgraph_core.models import adapter
from memgraph_core.models.bert import Bert, Config
from memgraph_core.models.scripts import reads_english
from memgraph_core.models.weights import NAME
from memgraph_core.records.kinds import Matrix
from memgraph_core.records.validation import MAX_TEXT, without_surrogates
from memgraph_core.threads import max_parallel_batches, single_threaded_products

_MAX_TOKENS = 256  # the length the model was trained on; the rest of a text is ignored
_BATCH_TOKENS = 1024  # products reach full speed at about 500 rows, and memory stays small
FOR_MEMORY = f"{NAME}{adapter.SUFFIX}"
_ALTERNATIVE = "Use it as `sentence-transformers:FOLDER`, with the extra `transformers`."


class MiniLM:
    """An English sentence encoder of BERT's shape with mean pooling, run in numpy.

    The folder contains config.json, tokenizer.json and model.safetensors; `weights.obtain` finds that of
    all-MiniLM-L6-v2. Creation reads config.json; the first text loads the weights (90 MB). Threads may share
    one instance.
    """

    def __init__(self, folder: Path, *, name: str = NAME, changed: bool = False) -> None:
        """`changed` applies the adapter. Raises ModelError if the folder has no model, or one with another architecture."""
        self._folder = folder
        self._name = name
        self._changed = changed
        self._config = _read_config(folder)
        self._loaded: tuple[Tokenizer, Bert] | None = None
        self._loading = threading.Lock()

    @property
    def name(self) -> str:
        """The model's name, as the embedding stamp stores it."""
        return self._name

    @property
    def dimension(self) -> int:
        """Numbers per vector."""
        return self._config.hidden

    def reads(self, text: str) -> bool:
        """Whether the text is in Latin script; see `scripts.reads_english`."""
        return reads_english(text)

    def embed(self, texts: Sequence[str]) -> Matrix:
        """One row per text, of unit length, in the order of the texts. Tokens after the 256th are ignored.

        A vector does not depend on the other texts, except for rounding (1e-6). Raises ModelError if the weights
        cannot be loaded.
        """
        tokenizer, bert = self._load()
        # Not encode_batch, which would start threads of its own and warn when the process forks.
        tokens = [tokenizer.encode(without_surrogates(text[:MAX_TEXT])).ids for text in texts]
        vectors = np.empty((len(tokens), self.dimension), dtype=np.float32)

        def fill(batch: list[int]) -> None:
            vectors[batch] = bert.encode([tokens[i] for i in batch])

        with single_threaded_products():
            _in_parallel(fill, list(_batches([len(ids) for ids in tokens])))
        return vectors

    def _load(self) -> tuple[Tokenizer, Bert]:
        with self._loading:
            if self._loaded is None:
                tokenizer = _read_tokenizer(self._folder, self._config)
                self._loaded = tokenizer, _read_bert(self._folder, self._config, changed=self._changed)
            return self._loaded


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Indexes of the texts, shortest first, in batches of at most 1,024 tokens or one text."""
    batch: list[int] = []
    tokens = 0
    for index in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and tokens + lengths[index] > _BATCH_TOKENS:
            yield batch
            batch, tokens = [], 0
        batch.append(index)
        tokens += lengths[index]
    if batch:
        yield batch


def _in_parallel(fill: Callable[[list[int]], None], batches: list[list[int]]) -> None:
    workers = min(max_parallel_batches(), len(batches))
    if workers <= 1:
        for batch in batches:
            fill(batch)
        return
    with ThreadPoolExecutor(workers) as pool:
        for _ in pool.map(fill, batches):  # reading the results raises what a worker raised
            pass


def _read_config(folder: Path) -> Config:
    values = _read_json(folder / "config.json")
    pooling = _read_json(folder / "1_Pooling" / "config.json", optional=True)
    shape = (values.get("model_type"), values.get("hidden_act"), values.get("position_embedding_type"))
    if shape not in {("bert", "gelu", "absolute"), ("bert", "gelu", None)}:
        raise ModelError(
            f"The model in {folder} has the architecture {shape}, not that of BERT. {_ALTERNATIVE}"
        )
    if not pooling.get("pooling_mode_mean_tokens", True):
        raise ModelError(f"The model in {folder} does not use mean pooling. {_ALTERNATIVE}")
    try:
        return Config(
            hidden=int(values["hidden_size"]),
            layers=int(values["num_hidden_layers"]),
            heads=int(values["num_attention_heads"]),
            epsilon=float(values["layer_norm_eps"]),
            positions=int(values["max_position_embeddings"]),
        )
    except (KeyError, TypeError, ValueError) as e:
        raise ModelError(f"{folder / 'config.json'} has no usable value: {e}.") from e


def _read_json(file: Path, *, optional: bool = False) -> dict[str, Any]:
    if optional and not file.is_file():
        return {}
    try:
        values: object = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as e:
        raise ModelError(f"{file} cannot be read: {e}") from e
    if not isinstance(values, dict):
        raise ModelError(f"{file} contains a JSON {type(values).__name__}, not an object.")
    return cast("dict[str, Any]", values)


def _read_tokenizer(folder: Path, config: Config) -> Tokenizer:
    file = folder / "tokenizer.json"
    try:
        tokenizer = Tokenizer.from_buffer(file.read_bytes())
    except (OSError, ValueError) as e:
        raise ModelError(f"{file} cannot be read: {e}") from e
    tokenizer.enable_truncation(min(_MAX_TOKENS, config.positions))  # pyright: ignore[reportUnknownMemberType]
    tokenizer.no_padding()
    return tokenizer


def _read_bert(folder: Path, config: Config, *, changed: bool) -> Bert:
    file = folder / "model.safetensors"
    try:
        tensors = load_file(file)
    except (OSError, SafetensorError) as e:
        raise ModelError(f"{file} cannot be read: {e}") from e
    floats = {key.removeprefix("bert."): _floats(tensor) for key, tensor in tensors.items()}
    try:
        if changed:
            for name, change in adapter.changes_of("minilm").items():
                floats[name] = floats[name] + change
        return Bert(config, floats)
    except KeyError as e:
        raise ModelError(f"{file} has no tensor {e}; it is not a BERT model. {_ALTERNATIVE}") from e


def _floats(tensor: NDArray[Any]) -> Matrix:
    return tensor.astype(np.float32, copy=False)
