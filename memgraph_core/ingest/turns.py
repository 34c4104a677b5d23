"""What callers hand in → turns: a text, a turn, or a list of role/content messages."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, cast

from memgraph_core.errors import InvalidInput
from memgraph_core.language.names import name_keys
from memgraph_core.language.scripts import language_of
from memgraph_core.language.terms import date_terms, terms_of
from memgraph_core.types import Role, Turn, checked_role, checked_text, moment_of, uid_of

Content = str | Turn | Mapping[str, Any] | Sequence[Turn | Mapping[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """What the turns of one call share unless they say otherwise."""

    speaker: str | None = None
    role: Role = "user"
    said_at: datetime | str | None = None
    session: str = "default"
    agent: str | None = None
    uid: str | None = None


def turns_from(content: Content, spoken: Spoken) -> tuple[Turn, ...]:
    """The turns of one call, in order, without positions.

    A message is a mapping with `content` (a string, or a list of text parts) and optionally `role`, `name`
    or `speaker`, `said_at`, `session`, `uid`. A turn without a uid gets a hash of session, speaker, time and
    text; the same words twice in one call count as two. Raises InvalidInput naming what cannot be read.
    """
    items = _items(content)
    if spoken.uid is not None and len(items) != 1:
        raise InvalidInput(f"uid {spoken.uid!r} is given for {len(items)} turns; give each message its own.")
    turns = [item if isinstance(item, Turn) else _turn(item, spoken) for item in items]
    named = (isinstance(item, Turn) or item.get("uid") or spoken.uid for item in items)
    return _distinct(turns, {turn.uid for turn, is_given in zip(turns, named, strict=True) if is_given})


def prepared(turn: Turn, at: datetime) -> Turn:
    """The turn as it is logged: with the moment of recording and its terms, and not extracted yet.

    A turn read from one memory may so be added to another.
    """
    terms = " ".join(turn_terms(turn))
    return replace(turn, recorded_at=turn.recorded_at or at, terms=terms, state="pending", vector=None)


def turn_terms(turn: Turn) -> list[str]:
    """What full text finds a turn by: its words, who said it (or the document's title), and its date."""
    who = turn.session if turn.is_document else turn.speaker or ""
    terms = terms_of(f"{who} {turn.text} {turn.caption or ''}")
    return terms + (date_terms(turn.said_at, language_of(turn.text)) if turn.said_at else [])


def keys_of(turns: Iterable[Turn]) -> tuple[str, ...]:
    """The name keys of everything in the turns that could be a name: what extraction may know already."""
    keys: dict[str, None] = {}
    for turn in turns:
        who = f"{turn.speaker or turn.session}\n"
        keys |= dict.fromkeys(name_keys(f"{who}{turn.text}\n{turn.caption or ''}"))
    return tuple(keys)


def _items(content: Content) -> Sequence[Turn | Mapping[str, Any]]:
    if isinstance(content, str):
        return [{"content": content}]
    if isinstance(content, Turn | Mapping):
        return [content]
    if not isinstance(content, Sequence):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise InvalidInput(f"add takes text, a Turn or a list of messages, not {type(content).__name__}.")
    for item in content:
        if not isinstance(item, Turn | Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise InvalidInput(f"a message is a mapping with role and content, not {item!r:.80}.")
    return content


def _turn(message: Mapping[str, Any], spoken: Spoken) -> Turn:
    text = checked_text(_text_of(message), "content")
    role = checked_role(message.get("role") or spoken.role)
    speaker = message.get("speaker") or message.get("name") or spoken.speaker or _speaker_of(role)
    session = message.get("session") or spoken.session
    given = message.get("said_at") or spoken.said_at
    said_at = moment_of(given, "said_at") if given else None
    uid = message.get("uid") or spoken.uid or uid_of(session, speaker, said_at, text)
    return Turn(
        uid=uid, session=session, text=text, speaker=speaker, role=role, said_at=said_at, agent=spoken.agent
    )


def _speaker_of(role: Role) -> str | None:
    """Who speaks when nobody is named: the role itself, but a tool or a system hands over a document."""
    return role if role in ("user", "assistant") else None


def _text_of(message: Mapping[str, Any]) -> Any:  # noqa: ANN401  checked by the caller
    content = message.get("content", message.get("text"))
    if isinstance(content, list):
        parts = cast(list[Any], content)
        return "\n".join(text for part in parts if (text := _text_of_part(part)))
    if content is None:
        raise InvalidInput(f"a message has no content: {dict(message)!r:.120}. Give role and content.")
    return content


def _text_of_part(part: Any) -> str:  # noqa: ANN401
    """The words of one part of a message; pictures and sounds have none."""
    text = cast(Mapping[str, Any], part).get("text") if isinstance(part, Mapping) else part
    return text if isinstance(text, str) else ""


def _distinct(turns: Sequence[Turn], given: Collection[str]) -> tuple[Turn, ...]:
    """The turns with a suffix on the uid of words repeated within one call; one given twice by uid is one."""
    seen: dict[str, Turn] = {}
    repeated: Counter[str] = Counter()
    for turn in turns:
        first = seen.setdefault(turn.uid, turn)
        if first is turn or (turn.uid in given and first.text == turn.text):
            continue
        if turn.uid in given:
            raise InvalidInput(
                f"uid {turn.uid!r} is given to two turns with different words; give each its own."
            )
        repeated[turn.uid] += 1
        again = uid_of(turn.uid, repeated[turn.uid])
        seen[again] = replace(turn, uid=again)
    return tuple(seen.values())
