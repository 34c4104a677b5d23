"""The addressee of a turn: the other person in a conversation of two, or the person who is called by name."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from memgraph_core.language.pack import pack_of
from memgraph_core.language.people import short_for
from memgraph_core.language.scripts import folded


def addressee_of(speaker: str | None, speakers_before: Iterable[str | None]) -> str | None:
    """The only other speaker of the preceding turns; None if there is no or more than one other speaker."""
    others = {other for other in speakers_before if other is not None and other != speaker}
    return others.pop() if len(others) == 1 and speaker is not None else None


def addressed_by_name(text: str, people: Sequence[str], language: str) -> str | None:
    """The one of the people whom a turn calls by name ("Ben, did you …"). None if it calls nobody or several."""
    addressed = [
        person
        for person in dict.fromkeys(people)
        if _is_mentioned(person, text) and _address_pattern(person, language).search(text)
    ]
    return addressed[0] if len(addressed) == 1 else None


def is_one_of(name: str, people: Iterable[str]) -> bool:
    """Whether a name is the full name, the first name, or a nickname of one of these people."""
    everyone = tuple(people)
    if name in everyone:
        return True
    if "'s " in name or "的" in name:
        return False
    first_names = {folded(p).partition(" ")[0] for p in everyone}
    first = name.partition(" ")[0]
    short = short_for(first, everyone) or any(short_for(p.partition(" ")[0], (first,)) for p in everyone)
    return folded(first) in first_names or bool(short)


def _is_mentioned(person: str, text: str) -> bool:
    return person.partition(" ")[0] in text


@lru_cache(maxsize=256)
def _address_pattern(person: str, language: str) -> re.Pattern[str]:
    return re.compile(pack_of(language).call.format(name=re.escape(person.partition(" ")[0])), re.I)
