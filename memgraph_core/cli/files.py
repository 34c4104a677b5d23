"""What `import` is given: files of conversations, documents, and folders of them → cases."""

from collections.abc import Iterator, Sequence
from datetime import tzinfo
from pathlib import Path

from memgraph_core.cli.opening import Here, bytes_of
from memgraph_core.errors import ConfigError, InvalidInput
from memgraph_core.ingest.documents import document_turns
from memgraph_core.ingest.formats import Case, in_one_namespace, read_cases
from memgraph_core.types import Turn

CONVERSATIONS = frozenset({".json", ".jsonl"})
TEXTS = frozenset({".md", ".markdown", ".rst", ".txt"})
FOREIGN = frozenset({".pdf", ".docx", ".html", ".htm", ".epub", ".pptx"})  # read by LlamaIndex


def cases_in(
    paths: Sequence[Path], zone: tzinfo, place: Here, size: int, overlap: int
) -> list[tuple[str, Case]]:
    """Each case with the namespace it goes to: all of a folder's files that can be read, and every file that is named.

    Raises InvalidInput or ConfigError for a file that is named and cannot be read.
    """
    cases: list[tuple[str, Case]] = []
    for path, name in _files(paths):
        if path.suffix.lower() in FOREIGN or _is_document(path):
            turns = _turns_of(path, name, size, overlap)
            cases.append((place.namespace, Case(name=name, turns=turns)))
            continue
        found = read_cases(bytes_of(path), str(path), zone)
        if place.namespace_given or len(found) == 1:
            cases += [(place.namespace, case) for case in in_one_namespace(found)]
        else:
            cases += [(case.name, case) for case in found]
    return cases


def _files(paths: Sequence[Path]) -> Iterator[tuple[Path, str]]:
    """Files with the names that documents get: within a folder the path from there."""
    for path in paths:
        if not path.is_dir():
            yield path, path.name
            continue
        known = CONVERSATIONS | TEXTS | FOREIGN
        inside = [p for p in sorted(path.rglob("*")) if p.is_file() and p.suffix.lower() in known]
        if not inside:
            raise InvalidInput(
                f"{path} holds no file that can be read: {', '.join(sorted(known))} are accepted."
            )
        yield from ((p, p.relative_to(path).as_posix()) for p in inside)


def _is_document(path: Path) -> bool:
    """Markdown always; a .txt unless somebody speaks in its first line."""
    suffix = path.suffix.lower()
    if suffix not in TEXTS:
        return False
    if suffix != ".txt":
        return True
    try:
        read_cases(bytes_of(path), str(path))
    except InvalidInput:
        return bool(path.read_bytes().strip())
    return False


def _turns_of(path: Path, name: str, size: int, overlap: int) -> tuple[Turn, ...]:
    if path.suffix.lower() not in FOREIGN:
        try:
            return document_turns(name, bytes_of(path).decode("utf-8-sig"), size, overlap)
        except UnicodeDecodeError as e:
            raise InvalidInput(
                f"{path}, byte {e.start}: {e.object[e.start]:#04x} is no UTF-8. Save it as UTF-8."
            ) from e
    try:
        from memgraph_core.integrations.llama_index.documents import turns_in_file
    except ImportError as e:
        raise ConfigError(
            f'{path} is read by LlamaIndex, which is not installed: pip install "memgraph-core[documents]"'
        ) from e
    return turns_in_file(path, name, size, overlap)
