"""Reads benchmarks/requests: turns, and requests that refer to them. The README there describes the format."""

import re
from dataclasses import dataclass
from pathlib import Path

from memgraph_core.retrieve.analyse import text_to_embed

DATA = Path(__file__).parent / "requests"
_TURN = re.compile(r"(?P<number>\d+)\. \[(?P<speaker>.+?)\] (?P<text>.+)")


@dataclass(frozen=True, slots=True)
class Request:
    """A request, its kind (Q for a question, M for a message), and the indexes of the turns that it refers to."""

    turns: tuple[int, ...]
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class File:
    """Turns and the requests that refer to them. Only the turns of a conversation have turns before them."""

    turns: tuple[str, ...]
    requests: tuple[Request, ...]
    is_conversation: bool


def files_of(language: str) -> list[File]:
    """The files of a language in the order of their names."""
    return [file_of(path) for path in sorted((DATA / language).rglob("*.txt"))]


def file_of(path: Path) -> File:
    """The turns and requests of a file. Raises ValueError for a line of another form, and KeyError for an unknown turn."""
    turns, requests = path.read_text(encoding="utf-8").split("\n---\n")
    read = [_turn(path, line) for line in turns.splitlines()]
    index_of = {match["number"]: index for index, match in enumerate(read)}
    speakers = {match["speaker"] for match in read}
    return File(
        turns=tuple(match["text"] for match in read),
        requests=tuple(
            Request(tuple(index_of[n] for n in numbers.split(",")), kind, text_to_embed(text, speakers))
            for numbers, kind, text in (line.split("\t") for line in requests.splitlines())
        ),
        is_conversation=path.parent.name == "chats",
    )


def _turn(path: Path, line: str) -> re.Match[str]:
    match = _TURN.fullmatch(line)
    if match is None:
        raise ValueError(f"{path}: {line!r} is not NUMBER. [SPEAKER] TEXT")
    return match
