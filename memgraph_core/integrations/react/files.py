"""A tool that searches the text files of one folder. It reads nothing outside the folder."""

from collections.abc import Iterator
from pathlib import Path

from memgraph_core.errors import InvalidInput
from memgraph_core.integrations.react.passage import Passage
from memgraph_core.language.terms import question_terms, terms_of
from memgraph_core.turns.documents import chunks_of

SUFFIXES = frozenset({".txt", ".md", ".rst", ".csv", ".json", ".jsonl", ".log", ".org", ".tex"})
_MAX_FILES = 2_000
_MAX_BYTES = 1_000_000
_CHUNK = 800  # characters of a passage


class FilesOfFolder:
    """`files(query)` returns the passage in the folder's text files with the most words of the question."""

    def __init__(self, folder: str | Path) -> None:
        """Raises InvalidInput if the folder does not exist."""
        self._root = Path(folder).expanduser().resolve()
        if not self._root.is_dir():
            raise InvalidInput(f"{str(folder)!r} is not a folder. Give an existing one.")

    def files(self, query: str) -> Passage:
        """Search the files of the user's folder: the best passage with the name of its file.

        Args:
            query (str): what to look for, in plain words
        """
        wanted = set(question_terms(query))
        best = max(
            ((len(wanted & set(terms_of(chunk))), chunk, path) for path, chunk in self._chunks()),
            key=lambda found: (found[0], found[2]),
            default=(0, "", ""),
        )
        if not best[0]:
            return Passage("No file contains anything about this.", "")
        return Passage(best[1], best[2])

    def _chunks(self) -> Iterator[tuple[str, str]]:
        for count, path in enumerate(sorted(self._root.rglob("*"))):
            if count >= _MAX_FILES:
                return
            if self._is_searchable(path):
                text = path.read_text(encoding="utf-8", errors="replace")
                name = path.relative_to(self._root).as_posix()
                yield from ((name, chunk) for chunk in chunks_of(text, _CHUNK, 0))

    def _is_searchable(self, path: Path) -> bool:
        """Whether a path is a text file that is not hidden, and inside the folder after symbolic links are resolved."""
        inside = path.resolve().is_relative_to(self._root)
        hidden = any(part.startswith(".") for part in path.relative_to(self._root).parts)
        if not inside or hidden or path.suffix.lower() not in SUFFIXES or not path.is_file():
            return False
        return path.stat().st_size <= _MAX_BYTES
