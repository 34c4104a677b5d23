"""Conversation files → cases of turns. Three formats, told apart by content, never by the file's name.

Cases       one JSON object a line: {"name", "language", "turns": [{"id", "session", "speaker", "time", "text",
            "caption"?}], "questions": [{"id", "text", "category", "evidence", "answer", "asked_at"?}]}
Messages    a JSON list of {"role", "content", "name"?, "said_at"?, "session"?}, one such object a line, or
            {"messages": [...]}; see messages.py
Plain text  lines such as `Ada: I moved.`, also `[2026-03-20 09:00] Ada: I moved.`; other lines, and all that
            are indented, go on with the one before

Reading the same file twice gives the same turns with the same uids and positions, so an import that was
interrupted, or runs twice at once, adds nothing twice.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from typing import cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from memgraph_core.errors import InvalidInput
from memgraph_core.records.graph import Turn, uid_of
from memgraph_core.records.validation import checked_name, checked_text
from memgraph_core.turns.fields import (
    Json,
    Place,
    Said,
    items_of,
    moment_of,
    role_of,
    role_of_speaker,
    text_of,
    turns_of,
)
from memgraph_core.turns.messages import Spoken, message_of

_ACCEPTED = (
    'Accepted are conversation cases, one JSON object with "name" and "turns" a line; messages with role and '
    "content, as a JSON list or one a line; and lines of plain text such as `Ada: I moved to Turin.`"
)
# A name before a colon: one word, or up to four that do not begin small, without the marks of a sentence.
# The colon of 10:30 or http:// is none.
_WORD = r"[^\s:：,，;；!！?？。\"“”\[\]{}]+"
_SPOKEN = re.compile(
    r"(?:\[(?P<time>\d{4}-[^\]]{1,40})\]\s*)?"
    rf"(?P<speaker>(?=[^:：]*[^\W\d_])(?:(?![a-z]){_WORD}(?: {_WORD}){{0,3}}|{_WORD}))"
    r"\s*(?:(?<!\d)[:：]|[:：](?!\d))(?!//)\s*(?P<text>.*)"
)
_JSON = re.compile(r"\{|\[\s*[\{\]\"]")  # also what `[2026-03-20 09:00] Ada: …` is not


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked of a case, and the turns that hold the answer."""

    uid: str
    text: str
    category: str = ""
    evidence: tuple[str, ...] = ()  # turn uids; none when memory holds no answer
    answer: str | None = None
    asked_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One conversation, or one collection of documents, with questions about it. Turns in the file's order."""

    name: str
    turns: tuple[Turn, ...]
    language: str | None = None
    questions: tuple[Question, ...] = ()


def zone_of(name: str) -> tzinfo:
    """The timezone called so: an IANA name, or an offset such as +02:00. Raises InvalidInput."""
    try:
        if name.startswith(("+", "-")):
            return datetime.fromisoformat(f"2000-01-01T00:00{name}").tzinfo or UTC
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as e:
        raise InvalidInput(f"no timezone is called {name!r}. Write Europe/Rome, UTC or +02:00.") from e


def read_cases(content: bytes, file: str, zone: tzinfo = UTC, name: str = "") -> tuple[Case, ...]:
    """The cases that a file holds, in its order; messages and plain text make one, of this name or named like the file.

    A turn without a speaker is a piece of the document that its session names: role tool. Times without a
    zone are taken in `zone`. Raises InvalidInput naming the file, the line or item, the value and what would
    be accepted.
    """
    place = Place(file, "line 1", zone, name)
    text = _decoded(content, place)
    if not text.strip():
        raise InvalidInput(f"{file} is empty. {_ACCEPTED}")
    if _JSON.match(text.lstrip()):
        return _from_json(text, place)
    return (_case_of(_spoken_turns(text, place), place),)


def in_one_namespace(cases: Sequence[Case]) -> tuple[Case, ...]:
    """The cases of one file made fit to share a namespace: of several, uids and sessions get `CASE/` before.

    This depends on the file alone, so that importing it again finds the same uids.
    """
    return tuple(_prefixed(case) for case in cases) if len(cases) > 1 else tuple(cases)


def _prefixed(case: Case) -> Case:
    return replace(
        case,
        turns=tuple(
            replace(t, uid=f"{case.name}/{t.uid}", session=f"{case.name}/{t.session}") for t in case.turns
        ),
        questions=tuple(
            replace(q, evidence=tuple(f"{case.name}/{uid}" for uid in q.evidence)) for q in case.questions
        ),
    )


def _decoded(content: bytes, place: Place) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as e:
        line = content.count(b"\n", 0, e.start) + 1
        place.at(f"line {line}").refuse(
            f"byte {content[e.start]:#04x} is no UTF-8 here. Save the file as UTF-8 text.", e
        )


# JSON: cases and messages


def _from_json(text: str, place: Place) -> tuple[Case, ...]:
    """One case or one message a line when the first line is one by itself; else one JSON value in the whole file."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    first = _keys_of(lines[0][1])
    if "turns" in first:
        return _distinct([_case_line(line, place.at(f"line {number}")) for number, line in lines], place)
    if first & {"role", "content", "text"}:
        said = (_message_line(line, place.at(f"line {number}")) for number, line in lines)
        return (_case_of((each for each in said if each), place),)
    value, whole = _parsed(text, place), place.at("")
    if isinstance(value, dict) and "turns" in value:
        return (_case(cast(Json, value), whole),)
    return (_case_of(_messages(cast(object, value), whole), whole),)


def _keys_of(line: str) -> set[str]:
    """Of the object that a line is by itself; none of any other line."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return set()
    return set(cast(Json, value)) if isinstance(value, dict) else set()


def _message_line(line: str, place: Place) -> Said | None:
    value = _parsed(line, place)
    if not isinstance(value, dict):
        place.refuse(f"no message: {line.strip()[:60]!r}. Each line is an object with role and content.")
    return message_of(cast(Json, value), place, Spoken(session=place.session))


def _case_line(line: str, place: Place) -> Case:
    value = _parsed(line, place)
    if not isinstance(value, dict) or "turns" not in value:
        place.refuse(f'no case: {line.strip()[:60]!r}. Each line is an object with "name" and "turns".')
    return _case(cast(Json, value), place)


def _parsed(text: str, place: Place) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError as e:
        here = place if e.lineno == 1 else place.at(f"line {e.lineno}")
        here.refuse(f"no JSON at column {e.colno}: {e.msg}. {_ACCEPTED}", e)
    except (ValueError, RecursionError) as e:  # a number of thousands of digits; thousands of brackets
        place.refuse(f"JSON that cannot be read ({e}). {_ACCEPTED}", e)


def _distinct(cases: Sequence[Case], place: Place) -> tuple[Case, ...]:
    name, count = Counter(case.name for case in cases).most_common(1)[0]
    if count > 1:
        place.at("").refuse(f"{count} cases are called {name!r}. Give each its own name.")
    return tuple(cases)


def _case(value: Json, place: Place) -> Case:
    name = text_of(value, "name", place)
    if name is None:
        place.refuse('the case has no "name". Give it one.')
    with place.reading():
        checked_name(name, "name")
    return Case(
        name=name,
        language=text_of(value, "language", place),
        turns=turns_of(_case_turn(item, name, at) for item, at in items_of(value["turns"], "turn", place)),
        questions=tuple(
            _question(item, at) for item, at in items_of(value.get("questions") or [], "question", place)
        ),
    )


def _case_turn(item: Json, name: str, place: Place) -> Said:
    speaker, role = text_of(item, "speaker", place), text_of(item, "role", place)
    return Said(
        place=place,
        uid=text_of(item, "id", place),
        session=text_of(item, "session", place) or name,
        speaker=speaker,
        role=role_of(role, place) if role else "user" if speaker else "tool",
        said_at=moment_of(item.get("time"), "time", place),
        text=text_of(item, "text", place) or "",
        caption=text_of(item, "caption", place) or None,
    )


def _question(item: Json, place: Place) -> Question:
    text = text_of(item, "text", place) or ""
    with place.reading():
        checked_text(text, "text")
    return Question(
        uid=text_of(item, "id", place) or uid_of(text),
        text=text,
        category=text_of(item, "category", place) or "",
        evidence=_evidence(item.get("evidence"), place),
        answer=text_of(item, "answer", place),
        asked_at=moment_of(item.get("asked_at"), "asked_at", place),
    )


def _evidence(value: object, place: Place) -> tuple[str, ...]:
    if not isinstance(value, list | None):
        place.refuse(f"evidence is {value!r:.60}; a list of turn ids is accepted.")
    return tuple(str(uid) for uid in cast(list[object], value or []))


def _messages(value: object, place: Place) -> Iterator[Said]:
    listed = cast(Json, value).get("messages") if isinstance(value, dict) else value
    if not isinstance(listed, list):
        place.refuse(f"neither cases nor messages. {_ACCEPTED}")
    for item, at in items_of(cast(object, listed), "message", place):
        if said := message_of(item, at, Spoken(session=at.session)):
            yield said


# Plain text


def _spoken_turns(text: str, place: Place) -> Iterator[Said]:
    for at, first, lines in _utterances(text, place):
        speaker = first["speaker"]
        yield Said(
            place=at,
            session=place.session,
            speaker=speaker,
            role=role_of_speaker(speaker),
            said_at=moment_of(first["time"], "time", at),
            text="\n".join(line for line in lines if line),
        )


def _utterances(text: str, place: Place) -> Iterator[tuple[Place, re.Match[str], list[str]]]:
    """Where each turn starts, its first line, and its text by lines."""
    current: tuple[Place, re.Match[str], list[str]] | None = None
    for number, line in enumerate(text.split("\n"), start=1):
        at = place.at(f"line {number}")
        if first := _SPOKEN.fullmatch(line.rstrip()):
            if current:
                yield current
            current = at, first, [first["text"]]
        elif current:
            current[2].append(line.strip())
        elif line.strip():
            at.refuse(f"nobody speaks in {line.strip()[:60]!r}. {_ACCEPTED}")
    if current:
        yield current


# Messages and plain text: one case, named like the file


def _case_of(said: Iterable[Said], place: Place) -> Case:
    turns = turns_of(said)
    if not turns:
        raise InvalidInput(f"{place.file} holds no turn. {_ACCEPTED}")
    return Case(name=place.session, turns=turns)
