"""What an extractor promises."""

from typing import Protocol

from memgraph_core.errors import ExtractionError
from memgraph_core.records.extraction import Extraction, ExtractionWindow
from memgraph_core.records.graph import Call


class Unread(ExtractionError):
    """A window could not be read; `calls` were made for it all the same, and belong into the ledger."""

    def __init__(self, message: str, calls: tuple[Call, ...] = ()) -> None:
        super().__init__(message)
        self.calls = calls


class Extractor(Protocol):
    """Reads a window of turns and says what they state. Each turn is extracted once.

    `extract` raises ExtractionError when it cannot read the window; its turns then stay pending. One that says
    `windowed = True` is given whole windows: turns wait for it until one is closed. Others read at once. One that
    reads by a `model` says which, so that no generation is half of one and half of another.
    """

    @property
    def name(self) -> str:
        """How notes of this extractor are marked."""
        ...

    def extract(self, window: ExtractionWindow) -> Extraction:
        """The notes, mentions and facts of `window.turns`; every turn has a note or a reason in `skipped`."""
        ...
