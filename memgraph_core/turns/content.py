"""Content given by callers → turns: a text, a turn, or a list of role/content messages."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, cast

from memgraph_core.errors import InvalidInput
from memgraph_core.language.names import name_key, name_keys
from memgraph_core.language.pack import language_of, pack_of
from memgraph_core.language.persons.kin import kin_name
from memgraph_core.language.relating.appointed import mention_of_event
from memgraph_core.language.terms import agent_generated_terms, date_terms, terms_of
from memgraph_core.records.graph import Turn, uid_of
from memgraph_core.turns.fields import SourcePosition
from memgraph_core.turns.messages import MessageDefaults, message_of

# A text, a turn, a message, or a list of turns and messages. A message is a mapping, or an object with `role` and `content`.
Content = str | Turn | Mapping[str, Any] | Sequence[Turn | Mapping[str, Any] | object] | object


def turns_from(content: Content, defaults: MessageDefaults) -> tuple[Turn, ...]:
    """The turns of one call, in order, without positions.

    The uid of a turn without one is a hash of session, speaker, time and text; the same text twice in one call gives two
    turns. Raises InvalidInput for a message that cannot be read.
    """
    items = _items(content)
    if defaults.uid is not None and len(items) != 1:
        raise InvalidInput(
            f"uid {defaults.uid!r} is given for {len(items)} turns; give each message its own."
        )
    numbers = range(1, len(items) + 1)
    positions = [
        SourcePosition("", f"message {number}" if len(items) > 1 else "", defaults.zone) for number in numbers
    ]
    read = [_turns(item, source, defaults) for item, source in zip(items, positions, strict=True)]
    given = {turn.uid for turns, is_given in read if is_given for turn in turns}
    return _distinct([turn for turns, _ in read for turn in turns], given)


def prepared_turn(turn: Turn, at: datetime) -> Turn:
    """The turn as it is logged: with its recording time and terms, in the state `pending`.

    This also resets a turn that was read from another memory.
    """
    terms = " ".join(turn_terms(turn))
    return replace(turn, recorded_at=turn.recorded_at or at, terms=terms, state="pending", vector=None)


def turn_terms(turn: Turn) -> list[str]:
    """The full-text terms of a turn: of its text, its speaker or document title, and its date."""
    source = turn.session if turn.is_document else turn.speaker or ""
    terms = terms_of(f"{source} {turn.text} {turn.caption or ''}")
    terms += date_terms(turn.said_at, language_of(turn.text)) if turn.said_at else []
    return agent_generated_terms(terms) if turn.is_agent_generated else terms


def keys_of(turns: Iterable[Turn]) -> tuple[str, ...]:
    """The name keys of everything in the turns that may be a name, to look up stored entities before extraction."""
    keys: dict[str, None] = {}
    for turn in turns:
        found = name_keys(f"{turn.speaker or turn.session}\n{turn.text}\n{turn.caption or ''}")
        keys |= dict.fromkeys(found)
        if turn.speaker:
            keys |= dict.fromkeys(_own_events(turn.speaker, found, language_of(turn.text)))
    return tuple(keys)


def _own_events(speaker: str, keys: Iterable[str], language: str) -> Iterable[str]:
    """The name keys of events such as "the meeting", named after their owner: "ada's meeting"."""
    for key in pack_of(language).event_keys(keys):
        yield name_key(kin_name(speaker, key, language))
        yield name_key(mention_of_event(speaker, key))


def _items(content: object) -> Sequence[Turn | Mapping[str, Any]]:
    if isinstance(content, str):
        return [{"content": content}]
    if isinstance(content, Turn | Mapping) or _is_message(content):
        return [_item(cast(object, content))]
    if not isinstance(content, Sequence):
        raise InvalidInput(f"add takes text, a Turn or a list of messages, not {content!r:.80}.")
    return [_item(item) for item in cast(Sequence[object], content)]


def _item(given: object) -> Turn | Mapping[str, Any]:
    """A turn or a mapping; an object with `role` and `content`, such as a ChatCompletionMessage, as a mapping."""
    if isinstance(given, Turn):
        return given
    if isinstance(given, Mapping):
        return cast(Mapping[str, Any], given)
    if not _is_message(given):
        raise InvalidInput(f"a message is a mapping with role and content, not {given!r:.80}.")
    fields = {name: getattr(given, name, None) for name in ("role", "content", "name", "tool_calls")}
    role = getattr(fields["role"], "value", fields["role"])  # an enumeration, in some libraries
    return {name: value for name, value in {**fields, "role": role}.items() if value is not None}


def _is_message(given: object) -> bool:
    return hasattr(given, "role") and hasattr(given, "content")


def _turns(
    item: Turn | Mapping[str, Any], source: SourcePosition, defaults: MessageDefaults
) -> tuple[tuple[Turn, ...], bool]:
    """The turns of a message (none without text, several for a long text), and whether its uid was given."""
    if isinstance(item, Turn):
        if defaults.user is not None:
            raise InvalidInput(
                "user_id is given for a Turn, which is kept as it is; set its metadata instead."
            )
        return (item,), True
    draft = message_of(item, source, defaults)
    if draft is None:
        return (), False
    with source.located_errors():
        uid = draft.uid or uid_of(draft.session, draft.speaker, draft.said_at, draft.text)
        return draft.as_turns(uid), draft.uid is not None


def _distinct(turns: Sequence[Turn], given: Collection[str]) -> tuple[Turn, ...]:
    """The turns with distinct uids. A repeated text gets another uid; a turn given twice with its uid counts once."""
    seen: dict[str, Turn] = {}
    repeated: Counter[str] = Counter()
    for turn in turns:
        first = seen.setdefault(turn.uid, turn)
        if first is turn or (turn.uid in given and first.text == turn.text):
            continue
        if turn.uid in given:
            raise InvalidInput(
                f"uid {turn.uid!r} is given to two turns with different texts; give each its own."
            )
        repeated[turn.uid] += 1
        again = uid_of(turn.uid, repeated[turn.uid])
        seen[again] = replace(turn, uid=again)
    return tuple(seen.values())
