"""Encodes the fields of a line that a model reads, so that no field can imitate the structure of the line.

A line of a context is `[sources; remarks] who: text`, where the text is the rest of the line. A source is a uid in percent
encoding. A name is written as it is, or as a JSON string if it contains a sign of the structure. Each encoding can be
reversed: `read_line` returns the fields of a line.
"""

import json
import re
from dataclasses import dataclass
from urllib.parse import quote, unquote

from memgraph_core.language.scripts import one_line

DOCUMENT = "document"  # in place of the speaker, for a text that has none
NOTE = "note"  # in place of the speaker, for a model's note
FACT = "fact"  # of a fact, in the words of the engine

_RESERVED = frozenset({DOCUMENT, NOTE, FACT})
_STRUCTURE = re.compile(r'["\[\];；→]|[:：](?=\s|$)|：|^[-·]')
_SAFE = "/:@#+~=&?$!*"  # in addition to letters, digits and _.-
_UNSAFE_CHARACTER = re.compile(rf"[^\w.\-{re.escape(_SAFE)}]")
_JSON = json.JSONDecoder(strict=False)


@dataclass(frozen=True, slots=True)
class Line:
    """The fields of a line: uids of sources, remarks as they are written, the name before the text, and the text."""

    sources: tuple[str, ...]
    remarks: tuple[str, ...]
    who: str  # DOCUMENT, NOTE or FACT if nobody spoke the text
    is_speaker: bool
    text: str


def encoded_uid(uid: str) -> str:
    """A uid without blanks and signs of the structure; letters of all scripts stay readable."""
    return _UNSAFE_CHARACTER.sub(lambda sign: quote(sign[0], safe=""), uid)


def decoded_uid(text: str) -> str:
    """The uid that was encoded."""
    return unquote(text)


def encoded_name(name: str) -> str:
    """A name on one line: as it is, or as a JSON string if it could be taken for structure."""
    name = one_line(name)
    is_plain = name and name not in _RESERVED and not _STRUCTURE.search(name)
    return name if is_plain else encoded_text(name)


def encoded_text(text: str) -> str:
    """A text on one line as a JSON string, for a place where another field follows."""
    return json.dumps(one_line(text), ensure_ascii=False)


def spoken_line(speaker: str | None, text: str, *, otherwise: str = DOCUMENT) -> str:
    """`who: text` on one line. Without a speaker, `who` is `otherwise`."""
    return f"{encoded_name(speaker) if speaker is not None else otherwise}: {one_line(text)}"


def read_spoken(line: str) -> tuple[str, bool, str]:
    """The name before a text, whether it is a speaker, and the text. Raises ValueError for another line."""
    if line.startswith('"'):
        name, end = _JSON.raw_decode(line)
        is_speaker = True
    else:
        end = f"{line} ".find(": ")
        name, is_speaker = line[:end], line[:end] not in _RESERVED
    if end < 0 or line[end : end + 1] != ":":
        raise ValueError(f"no name in {line!r}")
    return name, is_speaker, line[end + 1 :].removeprefix(" ")


def read_line(line: str) -> Line:
    """The fields of a context line; a list marker and a day before it are ignored.

    Raises ValueError for another line.
    """
    if not line.startswith("["):
        raise ValueError(f"no sources in {line!r}")
    fields, start, position = list[str](), 1, 1
    while position < len(line):
        sign = line[position]
        if sign == '"':
            _, position = _JSON.raw_decode(line, position)
            continue
        if sign in ";]":
            fields.append(line[start:position].strip())
            start = position + 1
        if sign == "]":
            who, is_speaker, text = read_spoken(line[start:].lstrip())
            sources = tuple(decoded_uid(uid) for uid in fields[0].split(", "))
            return Line(sources, tuple(fields[1:]), who, is_speaker, text)
        position += 1
    raise ValueError(f"no end of the sources in {line!r}")


def sources_in(text: str) -> tuple[str, ...]:
    """The uids of all sources in a context, each once, in their order."""
    found: dict[str, None] = {}
    for line in text.splitlines():
        start = line.find("[")
        if start >= 0 and re.fullmatch(r"\s*(?:- )?(?:\d{4}-\d\d-\d\d )?", line[:start]):
            sources = re.match(r"\[([^\];]*)[\];]", line[start:])
            found |= (
                dict.fromkeys(decoded_uid(uid) for uid in sources[1].split(", ") if uid) if sources else {}
            )
    return tuple(found)
