"""Conversation files → cases of turns. There are three formats; they are recognised by content, not by file name.

Cases       one JSON object a line: {"name", "language", "turns": [{"id", "session", "speaker", "time", "text",
            "caption"?}], "questions": [{"id", "text", "category", "evidence", "answer", "asked_at"?}]}
Messages    a JSON list of {"role", "content", "name"?, "said_at"?, "session"?}, one such object a line, or
            {"messages": [...]}; see messages.py
Plain text  lines such as `Ada: I moved.` or `[2026-03-20 09:00] Ada: I moved.`; other lines and indented lines
            continue the previous one

Reading a file again gives the same turns with the same uids and positions. An import that was interrupted or runs twice
in parallel therefore adds every turn only once.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from typing import cast

from memgraph_core.errors import InvalidInput
from memgraph_core.records.graph import Turn, uid_of
from memgraph_core.records.validation import checked_name, checked_text
from memgraph_core.turns.fields import (
    Json,
    SourcePosition,
    TurnDraft,
    decoded_text,
    items_of,
    metadata_of,
    raise_error,
    read_rows,
    role_of,
    role_of_speaker,
    text_of,
    time_of,
    turns_of,
)
from memgraph_core.turns.messages import MessageDefaults, message_of

_ACCEPTED = (
    'Accepted are conversation cases, one JSON object with "name" and "turns" per line; messages with role and '
    "content, as a JSON list or one per line; and lines of plain text such as `Ada: I moved to Turin.`"
)
# A speaker before a colon: one word, or up to four words that begin with one not in lower case, without punctuation.
# The colon of 10:30 or http:// does not count.
_WORD = r"[^\s:：,，;；!！?？。\"“”\[\]{}]+"
_SPOKEN = re.compile(
    r"(?:\[(?P<time>\d{4}[-年][^\]]{1,40})\]\s*)?"
    rf"(?P<speaker>(?=[^:：]*[^\W\d_])(?:(?![a-z]){_WORD}(?: {_WORD}){{0,3}}|{_WORD}))"
    r"\s*(?:(?<!\d)[:：]|[:：](?!\d))(?!//)\s*(?P<text>.*)"
)
_Utterance = tuple[re.Match[str], list[str]]  # the match of its first line, and the lines of its text
_OF_MESSAGE = frozenset({"role", "content", "text"})
_OF_ROWS = _OF_MESSAGE | {"turns"}
_JSON = re.compile(r"\{|\[\s*[\{\]\"]")  # does not match `[2026-03-20 09:00] Ada: …`


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question about a case, and the turns with its answer."""

    uid: str
    text: str
    category: str = ""
    evidence: tuple[str, ...] = ()  # turn uids; empty if the case does not answer the question
    answer: str | None = None
    asked_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One conversation or collection of documents, with questions about it. Turns are in file order."""

    name: str
    turns: tuple[Turn, ...]
    language: str | None = None
    questions: tuple[Question, ...] = ()


def read_cases(
    content: bytes,
    file: str,
    zone: tzinfo = UTC,
    name: str = "",
    on_bad_row: Callable[[InvalidInput], None] = raise_error,
) -> tuple[Case, ...]:
    """The cases of a file, in order. Messages and plain text give one case, called `name`, else the file name.

    A turn without a speaker is a chunk of the document that its session names; its role is `tool`. Times without a zone
    are in `zone`. Raises InvalidInput with the file, the line or item, the value and the remedy. If `on_bad_row` returns, a
    bad row (a case, a message, a turn or a question) is left out.
    """
    source = SourcePosition(file, "line 1", zone, name, on_bad_row)
    text = decoded_text(content, source)
    if not text.strip():
        raise InvalidInput(f"{file} is empty. {_ACCEPTED}")
    if _JSON.match(text.lstrip()):
        return _from_json(text, source)
    return (_case_of(_spoken_turns(text, source), source),)


def in_one_namespace(cases: Sequence[Case]) -> tuple[Case, ...]:
    """The cases of one file for a common namespace. If there are several, uids and sessions get the prefix `CASE/`.

    The prefix depends only on the file, so that another import gives the same uids.
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


# JSON: cases and messages


def _from_json(text: str, source: SourcePosition) -> tuple[Case, ...]:
    """Cases or messages: one per line if a line is a complete one, else one JSON value."""
    numbered = enumerate(text.split("\n"), start=1)
    lines = [(line, source.at(f"line {number}")) for number, line in numbered if line.strip()]
    keys = _keys_of_lines(text, [line for line, _ in lines])
    if "turns" in keys:
        return _distinct(tuple(read_rows(lines, _case_line)), source)
    if keys & _OF_MESSAGE:
        return (_case_of(read_rows(lines, _message_line), source),)
    value, whole = _parsed(text, source), source.at("")
    if isinstance(value, dict) and "turns" in value:
        return (_case(cast(Json, value), whole),)
    return (_case_of(_messages(cast(object, value), whole), whole),)


def _keys_of_lines(text: str, lines: Sequence[str]) -> set[str]:
    """The keys of the objects in the lines: those of the first line, or of the second if the first is damaged.

    Empty if the lines are not objects, but parts of one value.
    """
    first = _keys_of(lines[0])
    is_object = lines[0].lstrip().startswith("{")
    if first & _OF_ROWS or len(lines) == 1 or not is_object or _keys_of(text):
        return first
    return _keys_of(lines[1])


def _keys_of(line: str) -> set[str]:
    """The keys of the JSON object in a line; empty if the line is no JSON object."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return set()
    return set(cast(Json, value)) if isinstance(value, dict) else set()


def _message_line(line: str, source: SourcePosition) -> TurnDraft | None:
    value = _parsed(line, source)
    if not isinstance(value, dict):
        source.refuse(
            f"not a message: {line.strip()[:60]!r}. Write each line as an object with role and content."
        )
    return _message(cast(Json, value), source)


def _message(value: Json, source: SourcePosition) -> TurnDraft | None:
    return message_of(value, source, MessageDefaults(session=source.session))


def _case_line(line: str, source: SourcePosition) -> Case:
    value = _parsed(line, source)
    if not isinstance(value, dict) or "turns" not in value:
        source.refuse(
            f'not a case: {line.strip()[:60]!r}. Write each line as an object with "name" and "turns".'
        )
    return _case(cast(Json, value), source)


def _parsed(text: str, source: SourcePosition) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError as e:
        source = source if e.lineno == 1 else source.at(f"line {e.lineno}")
        source.refuse(f"not valid JSON at column {e.colno}: {e.msg}. {_ACCEPTED}", e)
    except (ValueError, RecursionError) as e:  # extremely long numbers or deep nesting
        source.refuse(f"JSON that cannot be read ({e}). {_ACCEPTED}", e)


def _distinct(cases: tuple[Case, ...], source: SourcePosition) -> tuple[Case, ...]:
    for name, count in Counter(case.name for case in cases).most_common(1):
        if count > 1:
            source.at("").refuse(f"{count} cases are called {name!r}. Give each its own name.")
    return cases


def _case(value: Json, source: SourcePosition) -> Case:
    name = text_of(value, "name", source)
    if name is None:
        source.refuse('the case has no "name". Give it one.')
    with source.located_errors():
        checked_name(name, "name")
    return Case(
        name=name,
        language=text_of(value, "language", source),
        turns=turns_of(
            read_rows(items_of(value["turns"], "turn", source), lambda item, at: _case_turn(item, name, at))
        ),
        questions=tuple(read_rows(items_of(value.get("questions") or [], "question", source), _question)),
    )


def _case_turn(item: Json, name: str, source: SourcePosition) -> TurnDraft:
    speaker, role = text_of(item, "speaker", source), text_of(item, "role", source)
    return TurnDraft(
        source=source,
        uid=text_of(item, "id", source),
        session=text_of(item, "session", source) or name,
        speaker=speaker,
        role=role_of(role, source) if role else "user" if speaker else "tool",
        said_at=time_of(item.get("time"), "time", source),
        text=text_of(item, "text", source) or "",
        caption=text_of(item, "caption", source) or None,
        metadata=metadata_of(item, source) or {},
    )


def _question(item: Json, source: SourcePosition) -> Question:
    text = text_of(item, "text", source) or ""
    with source.located_errors():
        checked_text(text, "text")
    return Question(
        uid=text_of(item, "id", source) or uid_of(text),
        text=text,
        category=text_of(item, "category", source) or "",
        evidence=_evidence(item.get("evidence"), source),
        answer=text_of(item, "answer", source),
        asked_at=time_of(item.get("asked_at"), "asked_at", source),
    )


def _evidence(value: object, source: SourcePosition) -> tuple[str, ...]:
    if not isinstance(value, list | None):
        source.refuse(f"evidence is {value!r:.60}; give a list of turn ids.")
    return tuple(str(uid) for uid in cast(list[object], value or []))


def _messages(value: object, source: SourcePosition) -> Iterator[TurnDraft]:
    listed = cast(Json, value).get("messages") if isinstance(value, dict) else value
    if not isinstance(listed, list):
        source.refuse(f"neither cases nor messages. {_ACCEPTED}")
    return read_rows(items_of(cast(object, listed), "message", source), _message)


# Plain text


def _spoken_turns(text: str, source: SourcePosition) -> Iterator[TurnDraft]:
    return read_rows(_utterances(text, source), _spoken_turn)


def _spoken_turn(utterance: _Utterance, source: SourcePosition) -> TurnDraft:
    first, lines = utterance
    speaker = first["speaker"]
    return TurnDraft(
        source=source,
        session=source.session,
        speaker=speaker,
        role=role_of_speaker(speaker),
        said_at=time_of(first["time"], "time", source),
        text="\n".join(line for line in lines if line),
    )


def _utterances(text: str, source: SourcePosition) -> Iterator[tuple[_Utterance, SourcePosition]]:
    """Each turn with its start position."""
    current: tuple[_Utterance, SourcePosition] | None = None
    for number, line in enumerate(text.split("\n"), start=1):
        at = source.at(f"line {number}")
        if first := _SPOKEN.fullmatch(line.rstrip()):
            if current:
                yield current
            current = (first, [first["text"]]), at
        elif current:
            current[0][1].append(line.strip())
        elif line.strip():
            at.refuse(f"no speaker in {line.strip()[:60]!r}. {_ACCEPTED}")
    if current:
        yield current


# Messages and plain text: one case, named like the file


def _case_of(said: Iterable[TurnDraft], source: SourcePosition) -> Case:
    turns = turns_of(said)
    if not turns:
        raise InvalidInput(f"{source.file} contains no turn. {_ACCEPTED}")
    return Case(name=source.session, turns=turns)
