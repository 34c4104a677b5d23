"""What the programs that train share: their arguments, the sets of questions, and the workspace of a run."""

import argparse
from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from memgraph_core.cli.invocation import embedder_of
from memgraph_core.config import Settings
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.models.caching import CachedEmbedder
from memgraph_core.records.validation import zone_of
from memgraph_core.turns.conversation_files import Case, read_cases


def arguments(description: str | None) -> argparse.Namespace:
    """The arguments `cases` (paths), `keep` (a folder or None) and `write`."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("cases", type=Path, nargs="+", metavar="CASES")
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="keeps memories and vectors for the next run"
    )
    parser.add_argument("--write", action="store_true", help="write the fitted models into the package")
    return parser.parse_args()


def cases_of(path: Path) -> Sequence[Case]:
    """The cases of a set."""
    return read_cases(path.read_bytes(), str(path), zone_of("UTC"))


def name_of(path: Path) -> str:
    """The name of a set: that of its file without endings."""
    return path.name.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Workspace:
    """A folder for the memories of the sets, and an embedding model whose vectors are kept there."""

    folder: Path
    settings: Settings
    model: CachedEmbedder

    def engine(self, name: str) -> MemoryEngine:
        """An engine on the file of a set."""
        store = replace(self.settings.store, url=str(self.folder / f"{name}.db"))
        return MemoryEngine.open(settings=replace(self.settings, store=store), embedder=self.model)


@contextmanager
def workspace(keep: Path | None) -> Generator[Workspace]:
    """The workspace in the folder `keep`, or in a temporary one. Ends the program if there is no embedding model."""
    settings = Settings.from_env()
    model = embedder_of(settings, bulk=True)
    if model is None:
        raise SystemExit("Training needs an embedding model. Install one, or set MEMGRAPH_CORE_EMBEDDER.")
    with TemporaryDirectory() as temporary:
        folder = keep or Path(temporary)
        with closing(CachedEmbedder(model, folder / "vectors")) as cached:
            yield Workspace(folder, settings, cached)
