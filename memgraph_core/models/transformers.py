"""Any model of sentence-transformers, by name or folder. Needs the extra `transformers`, which installs torch."""

import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager, nullcontext
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from memgraph_core.errors import ConfigError, ModelError
from memgraph_core.models.adapter import changes_of
from memgraph_core.models.minilm import FOR_MEMORY
from memgraph_core.models.scripts import reads_english
from memgraph_core.models.weights import NAME as MINILM
from memgraph_core.records.kinds import Matrix
from memgraph_core.records.validation import without_surrogates

PRESETS = {"multilingual": "paraphrase-multilingual-MiniLM-L12-v2"}  # 50 languages, dimension 384, 470 MB


def installed() -> bool:
    """Whether sentence-transformers is installed. Does not import it."""
    return find_spec("sentence_transformers") is not None


@contextmanager
def _without_bar() -> Generator[None]:
    """Loads weights without the progress bar that transformers writes to standard error."""
    bars = import_module("transformers.utils.logging")
    was_shown = bars.is_progress_bar_enabled()
    bars.disable_progress_bar()
    try:
        yield
    finally:
        if was_shown:
            bars.enable_progress_bar()


class SentenceTransformersEmbedder:
    """A model of sentence-transformers by its name, its folder or a preset.

    Creation loads nothing. The first text or the first access to `dimension` imports torch, which takes seconds,
    and loads the weights, downloading them from the Hugging Face hub if necessary.
    """

    def __init__(self, model: str, *, folder: Path | None = None, changed: bool = False) -> None:
        """`folder` is the location of the weights, if known. `changed` applies the adapter of all-MiniLM-L6-v2.

        Raises ConfigError without the extra.
        """
        if not installed():
            raise ConfigError(
                f"The model {model!r} needs sentence-transformers, which is not installed: "
                "pip install 'memgraph-core[transformers]'."
            )
        self._name = PRESETS.get(model, model).removeprefix("sentence-transformers/")
        self._source = str(folder or PRESETS.get(model, model))
        self._changed = changed
        self._dimension: int | None = None
        self._model: Any = None
        self._lock = threading.Lock()  # its tokenizer cannot be used by two threads at once

    @property
    def name(self) -> str:
        """The model's name, as the embedding stamp stores it."""
        return self._name

    @property
    def dimension(self) -> int:
        """Numbers per vector. Loads the model and embeds a word, which works with every model."""
        if self._dimension is None:
            self._dimension = int(self.embed(["dimension"]).shape[1])
        return self._dimension

    def reads(self, text: str) -> bool:
        """True, because the scripts of a model cannot be queried; except for all-MiniLM-L6-v2, which is English."""
        return reads_english(text) if self._name in {MINILM, FOR_MEMORY} else True

    def embed(self, texts: Sequence[str]) -> Matrix:
        """One row per text, of unit length, in the order of the texts. Raises ModelError."""
        if not texts:
            return np.empty((0, self.dimension), dtype=np.float32)
        with self._lock:
            model = self._load()
            rows = model.encode(
                list(map(without_surrogates, texts)), normalize_embeddings=True, show_progress_bar=False
            )
        return np.asarray(rows, dtype=np.float32)

    def _load(self) -> Any:  # noqa: ANN401  the type checker does not see sentence-transformers
        if self._model is None:
            library = import_module("sentence_transformers")
            try:
                with _without_bar() if Path(self._source).is_dir() else nullcontext():  # a download has a bar
                    self._model = library.SentenceTransformer(self._source)
            except (OSError, ValueError) as e:
                raise ModelError(
                    f"The model {self._source!r} cannot be loaded: {e}. Give the name of a model on the "
                    "Hugging Face hub or a folder saved by sentence-transformers."
                ) from e
            if self._changed:
                for name, change in changes_of("minilm").items():
                    self._model[0].auto_model.get_parameter(name).data += import_module("torch").from_numpy(
                        change
                    )
        return self._model
