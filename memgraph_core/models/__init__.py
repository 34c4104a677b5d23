"""The embedder that a setting names. Its libraries are imported when it is created."""

import logging

from memgraph_core.errors import ConfigError, ModelError
from memgraph_core.models.protocol import Embedder

_log = logging.getLogger(__name__)

ACCEPTED = (
    "minilm, use, multilingual, sentence-transformers:NAME_OR_FOLDER, openai:MODEL, none, or two of them as A+B: A for "
    "Latin script, B for all others"
)
# The names of the changed models, as they stand beside vectors and in messages, and what they mean as a setting.
STORED_NAMES = {"all-MiniLM-L6-v2-requests": "minilm", "use-multilingual-v3-requests": "use"}
_KINDS = frozenset({"minilm", "use", "multilingual", "sentence-transformers", "openai", "none"})


def embedder_for(
    spec: str | None,
    *,
    path: str | None = None,
    base_url: str | None = None,
    api_key: str | None = None,
    download: bool = True,
    bulk: bool = False,
) -> Embedder | None:
    """The embedder that a setting names; None for `none`, or if the default has no weights.

    `spec` is one of `minilm`, `use`, `multilingual`, `sentence-transformers:NAME_OR_FOLDER`, `openai:MODEL` and
    `none`. Two of them joined by `+` are one embedder that gives Latin texts to the first and all others to the
    second. None or "" means `minilm` if its weights are found or may be downloaded (`download`), together with
    `use` if that is installed (`minilm+use`); without weights there is no embedder, and a warning with the
    alternatives is logged. `path` is a folder with minilm's weights. `base_url` and `api_key` are for `openai:`.
    `bulk` prefers torch for minilm, if installed: the same name, the same vectors to 1e-6, but slow to start.
    The weights of `minilm` and `use` are changed for memory; see `adapter`. Their stored names are accepted, too.

    Raises ConfigError for any other spec or a missing extra, and ModelError if `minilm` or `path` is given
    explicitly and there are no weights.
    """
    if not spec and not path:
        return _default(download=download, bulk=bulk)
    spec = "+".join(STORED_NAMES.get(part, part) for part in (spec or "minilm").split("+"))
    if latin_and_other := _split_pair(spec):
        from memgraph_core.models.by_script import ByScript

        latin, other = (
            embedder_for(part, path=path, base_url=base_url, api_key=api_key, download=download, bulk=bulk)
            for part in latin_and_other
        )
        if latin is None or other is None:
            raise ConfigError(f"The embedder is {spec!r}, but `none` cannot be one of two.")
        return ByScript(latin, other)
    match spec.partition(":"):
        case "none", _, "":
            return None
        case "minilm", _, "":
            return _minilm(path, download=download, bulk=bulk)
        case "openai", _, model if model:
            from memgraph_core.models.openai import OpenAIEmbedder

            return OpenAIEmbedder(model, base_url=base_url, api_key=api_key)
        case _:
            return _of_package(spec)


def _of_package(spec: str) -> Embedder:
    """An embedder of another package, which needs no further arguments. Raises ConfigError for an unknown one."""
    match spec.partition(":"):
        case "use", _, "":
            from memgraph_core.models.use import UniversalSentenceEncoder

            return UniversalSentenceEncoder()
        case "multilingual", _, "":
            return _sentence_transformers("multilingual")
        case "sentence-transformers", _, model if model:
            return _sentence_transformers(model)
        case _:
            raise ConfigError(f"The embedder is {spec!r}; one of {ACCEPTED} is accepted.")


def _split_pair(spec: str) -> tuple[str, str] | None:
    """The two embedders of `A+B`. A `+` inside the name of a model or folder does not separate two embedders."""
    for first in (index for index, character in enumerate(spec) if character == "+"):
        latin, other = spec[:first], spec[first + 1 :]
        if all(part.partition(":")[0] in _KINDS for part in (latin, other)):
            return latin, other
    return None


def _default(*, download: bool, bulk: bool) -> Embedder | None:
    from memgraph_core.models import use

    try:
        latin = _minilm(None, download=download, bulk=bulk)
    except ModelError as e:
        _log.warning("Memory searches by words and graph only, without embeddings. %s", e)
        return None
    if not use.installed():
        return latin
    from memgraph_core.models.by_script import ByScript

    return ByScript(latin, use.UniversalSentenceEncoder())


def _minilm(path: str | None, *, download: bool, bulk: bool) -> Embedder:
    from memgraph_core.models import weights
    from memgraph_core.models.minilm import FOR_MEMORY, MiniLM

    folder = weights.obtain(path, download=download)
    name = weights.name_of(folder) if path else weights.NAME
    is_minilm = name == weights.NAME
    name = FOR_MEMORY if is_minilm else name
    if bulk:
        from memgraph_core.models.transformers import SentenceTransformersEmbedder, installed

        if installed():
            return SentenceTransformersEmbedder(name, folder=folder, changed=is_minilm)
    return MiniLM(folder, name=name, changed=is_minilm)


def _sentence_transformers(model: str) -> Embedder:
    from memgraph_core.models.transformers import SentenceTransformersEmbedder

    return SentenceTransformersEmbedder(model)
