"""What callers hand in → turns: a text, a turn, or a list of role/content messages."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from memgraph_core.errors import InvalidInput
from memgraph_core.language.names import name_key, name_keys
from memgraph_core.language.persons.kin import kin_name
from memgraph_core.language.scripts import language_of
from memgraph_core.language.terms import aside_terms, date_terms, terms_of
from memgraph_core.language.word_lists import word_set
from memgraph_core.records.graph import Turn, uid_of
from memgraph_core.turns.fields import Place
from memgraph_core.turns.messages import Spoken, message_of

Content = str | Turn | Mapping[str, Any] | Sequence[Turn | Mapping[str, Any]]


def turns_from(content: Content, spoken: Spoken) -> tuple[Turn, ...]:
    """The turns of one call, in order, without positions.

    Messages are read by `message_of`. A turn without a uid gets a hash of session, speaker, time and text; the
    same words twice in one call count as two. Raises InvalidInput naming what cannot be read.
    """
    items = _items(content)
    if spoken.uid is not None and len(items) != 1:
        raise InvalidInput(f"uid {spoken.uid!r} is given for {len(items)} turns; give each message its own.")
    places = [Place("", f"message {number}" if len(items) > 1 else "") for number in range(1, len(items) + 1)]
    read = [_turn(item, place, spoken) for item, place in zip(items, places, strict=True)]
    turns = [found for found in read if found is not None]
    return _distinct([turn for turn, _ in turns], {turn.uid for turn, is_given in turns if is_given})


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
    terms += date_terms(turn.said_at, language_of(turn.text)) if turn.said_at else []
    return aside_terms(terms) if turn.is_agent_generated else terms


def keys_of(turns: Iterable[Turn]) -> tuple[str, ...]:
    """The name keys of everything in the turns that could be a name: what extraction may know already."""
    keys: dict[str, None] = {}
    for turn in turns:
        who = f"{turn.speaker or turn.session}\n"
        said = name_keys(f"{who}{turn.text}\n{turn.caption or ''}")
        keys |= dict.fromkeys(said)
        if turn.speaker:
            keys |= dict.fromkeys(_own_events(turn.speaker, said, language_of(turn.text)))
    return tuple(keys)


def _own_events(speaker: str, keys: Iterable[str], language: str) -> Iterable[str]:
    """The keys of what the speaker may mean by "the meeting": an event is called by whose it is."""
    heads = word_set(f"appointments_{'zh' if language == 'zh' else 'en'}")
    for key in keys:
        if key.endswith(tuple(heads)) if language == "zh" else key.rpartition(" ")[2] in heads:
            yield name_key(kin_name(speaker, key, language))


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


def _turn(item: Turn | Mapping[str, Any], place: Place, spoken: Spoken) -> tuple[Turn, bool] | None:
    """The turn, and whether its uid was given; None when nothing is said."""
    if isinstance(item, Turn):
        return item, True
    said = message_of(item, place, spoken)
    if said is None:
        return None
    with place.reading():
        uid = said.uid or uid_of(said.session, said.speaker, said.said_at, said.text)
        return said.as_turn(uid), said.uid is not None


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
