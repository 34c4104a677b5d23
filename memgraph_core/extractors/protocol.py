"""What an extractor promises."""

from typing import Protocol

from memgraph_core.writes import Extraction, Window


class Extractor(Protocol):
    """Reads a window of turns and says what they state. Each turn is extracted once.

    `extract` raises ExtractionError when it cannot read the window; its turns then stay pending.
    """

    @property
    def name(self) -> str:
        """How notes of this extractor are marked."""
        ...

    def extract(self, window: Window) -> Extraction:
        """The notes, mentions and facts of `window.turns`; every turn has a note or a reason in `skipped`."""
        ...
