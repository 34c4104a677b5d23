"""The interface of extractors."""

from typing import Protocol

from memgraph_core.errors import ExtractionError
from memgraph_core.records.extraction import Extraction, ExtractionWindow
from memgraph_core.records.graph import Call


class WindowNotExtracted(ExtractionError):
    """A window could not be extracted. `calls` are the model calls made for it, to be recorded in the ledger."""

    def __init__(self, message: str, calls: tuple[Call, ...] = ()) -> None:
        super().__init__(message)
        self.calls = calls


class Extractor(Protocol):
    """Extracts notes, mentions and facts from a window of turns. Each turn is extracted once.

    Two attributes are optional. With `windowed = True`, turns stay pending until their window is complete; without it,
    they are extracted at once. `model` is the name of the language model; one generation is extracted with one model.
    """

    @property
    def name(self) -> str:
        """The value of `Note.extractor`."""
        ...

    def extract(self, window: ExtractionWindow) -> Extraction:
        """The extraction of `window.turns`. Every turn has a note, or a reason in `skipped`.

        Raises ExtractionError if the window cannot be extracted; its turns then stay pending.
        """
        ...
