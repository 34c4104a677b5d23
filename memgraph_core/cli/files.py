"""Read the files of `import`: conversations, documents, files of other programs, and folders of them."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo
from pathlib import Path, PurePath

from memgraph_core.cli.invocation import Invocation, message_of, read_bytes
from memgraph_core.errors import ConfigError, InvalidInput
from memgraph_core.records.graph import Turn
from memgraph_core.turns.conversation_files import Case, in_one_namespace, read_cases
from memgraph_core.turns.documents import document_turns
from memgraph_core.turns.formats.found import none_readable
from memgraph_core.turns.formats.mapping import RowMapping, row_mapping_of
from memgraph_core.turns.formats.read import RECORD_FORMATS, SUFFIXES, Format, format_of, read_turns
from memgraph_core.turns.formats.slack import slack_users
from memgraph_core.turns.formats.whatsapp import DateOrder

CONVERSATIONS = frozenset({".json", ".jsonl"})
TEXTS = frozenset({".md", ".markdown", ".rst", ".txt"})
SLACK_USERS = "users.json"  # the members of a workspace, in the folder of its export
# Formats that LlamaIndex reads.
LLAMA_INDEX_FORMATS = frozenset({".pdf", ".docx", ".html", ".htm", ".epub", ".pptx"})


@dataclass(frozen=True, slots=True)
class Found:
    """A conversation or a document, and its namespace."""

    namespace: str
    case: Case
    is_document: bool = False  # it has versions: a new one replaces the old one


@dataclass(frozen=True, slots=True)
class Reading:
    """How files are read, and what was read."""

    zone: tzinfo
    size: int  # characters of a document's chunk
    overlap: int
    format: Format | None = None  # None: recognised
    mapping: RowMapping | None = None  # of tables and JSON records
    date_order: DateOrder | None = None  # of WhatsApp chats
    found: list[Found] = field(default_factory=list[Found])
    refused: list[str] = field(default_factory=list[str])  # why files of folders, and rows, are skipped
    not_carried: Counter[str] = field(default_factory=Counter[str])  # see ReadTurns


def read_files(paths: Sequence[Path], reading: Reading, invocation: Invocation) -> None:
    """Read every named file, and every file of a named folder; `refused` collects the files of folders that fail.

    Raises InvalidInput, ConfigError or OSError for a named file that cannot be read. Raises InvalidInput for a folder without
    readable files, and for two files with the same name: one document would replace the other, and two conversations would
    become one.
    """
    named: dict[str, Path] = {}
    for path, name, inside in _files(paths):
        try:
            found = _found_in(path, name, reading, invocation)
            _refuse_same(found, path, named)
        except (InvalidInput, ConfigError, OSError) as e:
            if not inside:
                raise
            reading.refused.append(message_of(e))
            continue
        reading.found.extend(found)
    if not reading.found:
        raise InvalidInput(f"no file can be read: {'; '.join(reading.refused)}")


def _refuse_same(found: Sequence[Found], path: Path, named: dict[str, Path]) -> None:
    """Raise InvalidInput for two files with the same document or session name. A conversation with its own session names passes."""
    for each in found:
        name = each.case.name
        if not each.is_document and all(turn.session != name for turn in each.case.turns):
            continue
        if (other := named.setdefault(f"{each.namespace}/{name}", path)) != path:
            kind = "document" if each.is_document else "conversation"
            raise InvalidInput(
                f"{other} and {path} would both be the {kind} {name!r}. Rename one, import the folder above them, or "
                "each into a namespace of its own: --namespace NAME."
            )


def read_mapping(path: Path) -> RowMapping:
    """The mapping in a YAML or JSON file. Raises InvalidInput with the file."""
    import yaml  # most imports need no mapping

    try:
        return row_mapping_of(yaml.safe_load(read_bytes(path)))
    except (InvalidInput, yaml.YAMLError) as e:
        raise InvalidInput(f"{path}: {e}") from e


def _found_in(path: Path, name: str, reading: Reading, invocation: Invocation) -> list[Found]:
    content = read_bytes(path) if _may_be_foreign(path, reading) else b""
    kind = reading.format or format_of(content, path.name, mapped=reading.mapping is not None)
    if kind is not None:
        return [_found_of(kind, content, path, name, reading, invocation)]
    if path.suffix.lower() in LLAMA_INDEX_FORMATS or _is_document(path):
        turns = _turns_of(path, name, reading.size, reading.overlap)
        return [Found(invocation.namespace, Case(name=name, turns=turns), is_document=True)]
    cases = _cases_of(path, name, reading)
    if invocation.namespace_given or len(cases) == 1:
        return [Found(invocation.namespace, case) for case in in_one_namespace(cases)]
    return [Found(case.name, case) for case in cases]


def _cases_of(path: Path, name: str, reading: Reading) -> tuple[Case, ...]:
    """The cases of a conversation file. Rows that cannot be read are added to `refused`."""
    session = PurePath(name).with_suffix("").as_posix()
    refused: list[str] = []
    try:
        cases = read_cases(
            read_bytes(path), str(path), reading.zone, session, lambda e: refused.append(str(e))
        )
    except InvalidInput:
        if refused:
            raise none_readable(refused) from None
        raise
    if refused and not any(case.turns for case in cases):
        raise none_readable(refused)
    reading.refused.extend(refused)
    return cases


def _may_be_foreign(path: Path, reading: Reading) -> bool:
    suffix = path.suffix.lower()
    return reading.format is not None or suffix in SUFFIXES or suffix in (*CONVERSATIONS, ".txt")


def _found_of(
    kind: Format, content: bytes, path: Path, name: str, reading: Reading, invocation: Invocation
) -> Found:
    """The turns of a file of another program. Rows that cannot be read are added to `refused`."""
    has_versions = kind in RECORD_FORMATS
    session = name if has_versions else PurePath(name).with_suffix("").as_posix()
    read = read_turns(
        content,
        str(path),
        kind,
        mapping=reading.mapping,
        zone=reading.zone,
        name=session,
        date_order=reading.date_order,
        users=_slack_users_near(path) if kind == "slack" else None,
    )
    reading.refused.extend(read.refused)
    reading.not_carried.update(read.not_carried)
    return Found(invocation.namespace, Case(name=session, turns=read.turns), is_document=has_versions)


def _slack_users_near(path: Path) -> Mapping[str, str]:
    """The names in users.json of the export to which the day of a channel belongs."""
    file = path.parent.parent / SLACK_USERS
    try:
        return slack_users(json.loads(file.read_bytes()))
    except (OSError, ValueError):
        return {}


def _files(paths: Sequence[Path]) -> Iterator[tuple[Path, str, bool]]:
    """Yields path, name, and whether the file is in a named folder; its name is then the path inside the folder."""
    for path in paths:
        if not path.is_dir():
            yield path, path.name, False
            continue
        known = CONVERSATIONS | TEXTS | LLAMA_INDEX_FORMATS | SUFFIXES.keys()
        files = [p for p in sorted(path.rglob("*")) if p.is_file() and p.suffix.lower() in known]
        is_slack = (path / SLACK_USERS).is_file()  # messages are in the folders of the channels
        inside = [p for p in files if not (is_slack and p.parent == path)]
        if not inside:
            raise InvalidInput(f"{path} contains no readable file: {', '.join(sorted(known))} are accepted.")
        yield from ((p, p.relative_to(path).as_posix(), True) for p in inside)


def _is_document(path: Path) -> bool:
    """Markdown is always a document; a .txt file is one unless its first line is `Speaker: text`."""
    suffix = path.suffix.lower()
    if suffix not in TEXTS:
        return False
    if suffix != ".txt":
        return True
    try:
        read_cases(read_bytes(path), str(path), on_bad_row=lambda _: None)
    except InvalidInput:
        return bool(path.read_bytes().strip())
    return False


def _turns_of(path: Path, name: str, size: int, overlap: int) -> tuple[Turn, ...]:
    if not path.exists():
        raise InvalidInput(f"the file {str(path)!r} does not exist.")
    if path.suffix.lower() not in LLAMA_INDEX_FORMATS:
        try:
            return document_turns(name, read_bytes(path).decode("utf-8-sig"), size, overlap)
        except UnicodeDecodeError as e:
            raise InvalidInput(
                f"{path}, byte {e.start}: {e.object[e.start]:#04x} is not UTF-8. Save the file as UTF-8."
            ) from e
    try:
        from memgraph_core.integrations.llama_index.documents import turns_in_file
    except ImportError as e:
        raise ConfigError(
            f"{path}: files of this type need LlamaIndex: pip install 'memgraph-core[documents]'."
        ) from e
    return turns_in_file(path, name, size, overlap)
