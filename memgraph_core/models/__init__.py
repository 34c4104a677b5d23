"""Text in, vectors out: which embedder is meant by a setting. Libraries are imported when one is made."""

import logging

from memgraph_core.errors import ConfigError, ModelError
from memgraph_core.models.protocol import Embedder

_log = logging.getLogger(__name__)

ACCEPTED = "minilm, multilingual, sentence-transformers:NAME_OR_FOLDER, openai:MODEL, none"


def embedder_for(
    spec: str | None,
    *,
    path: str | None = None,
    base_url: str | None = None,
    api_key: str | None = None,
    download: bool = True,
    bulk: bool = False,
) -> Embedder | None:
    """The embedder that a setting names; None for `none`, and where the default has no weights.

    `spec` is one of `minilm`, `multilingual`, `sentence-transformers:NAME_OR_FOLDER`, `openai:MODEL`,
    `none`. None or "" is `minilm` where its weights are or may be fetched (`download`), and otherwise no
    embedder, which is logged as a warning with the ways out. `path` is a folder with minilm's weights;
    `base_url` and `api_key` are for `openai:`. `bulk` prefers torch for minilm, if installed: same name,
    same vectors to 1e-6, slow to start.

    Raises ConfigError for another spec or a missing extra, ModelError where `minilm` is asked for by name,
    or `path` is given, and there are no weights.
    """
    if not spec and not path:
        return _default(download=download, bulk=bulk)
    kind, _, model = (spec or "minilm").partition(":")
    match kind, model:
        case "none", "":
            return None
        case "minilm", "":
            return _minilm(path, download=download, bulk=bulk)
        case "multilingual", "":
            return _sentence_transformers("multilingual")
        case "sentence-transformers", _ if model:
            return _sentence_transformers(model)
        case "openai", _ if model:
            from memgraph_core.models.openai import OpenAIEmbedder

            return OpenAIEmbedder(model, base_url=base_url, api_key=api_key)
        case _:
            raise ConfigError(f"The embedder is {spec!r}; one of {ACCEPTED} is accepted.")


def _default(*, download: bool, bulk: bool) -> Embedder | None:
    try:
        return _minilm(None, download=download, bulk=bulk)
    except ModelError as e:
        _log.warning("Memory works without meaning, by words and graph alone. %s", e)
        return None


def _minilm(path: str | None, *, download: bool, bulk: bool) -> Embedder:
    from memgraph_core.models import weights

    folder = weights.obtain(path, download=download)
    name = weights.name_of(folder) if path else weights.NAME
    if bulk:
        from memgraph_core.models.transformers import SentenceTransformersEmbedder, installed

        if installed():
            return SentenceTransformersEmbedder(name, folder=folder)
    from memgraph_core.models.minilm import MiniLM

    return MiniLM(folder, name=name)


def _sentence_transformers(model: str) -> Embedder:
    from memgraph_core.models.transformers import SentenceTransformersEmbedder

    return SentenceTransformersEmbedder(model)
