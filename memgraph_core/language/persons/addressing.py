"""Who is spoken to: the other of two, or who is called by name."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from memgraph_core.language.pack import pack_of
from memgraph_core.language.people import short_for
from memgraph_core.language.scripts import folded


def addressee_of(speaker: str | None, speakers_before: Iterable[str | None]) -> str | None:
    """Whom a speaker speaks to, where two talk: the only other one who has spoken. Else None."""
    others = {other for other in speakers_before if other is not None and other != speaker}
    return others.pop() if len(others) == 1 and speaker is not None else None


def called_upon(text: str, people: Sequence[str], language: str) -> str | None:
    """The one of the people whom a turn calls by name ("Ben, did you …"); None if nobody or several."""
    called = [p for p in dict.fromkeys(people) if _spoken(p, text) and _call(p, language).search(text)]
    return called[0] if len(called) == 1 else None


def is_one_of(name: str, people: Iterable[str]) -> bool:
    """Whether a name is that of one of these people: the whole, the first name, or a nickname of it."""
    everybody = tuple(people)
    if name in everybody:
        return True
    if "'s " in name or "的" in name:
        return False
    firsts = {folded(p).partition(" ")[0] for p in everybody}
    first = name.partition(" ")[0]
    short = short_for(first, everybody) or any(short_for(p.partition(" ")[0], (first,)) for p in everybody)
    return folded(first) in firsts or bool(short)


def _spoken(person: str, text: str) -> bool:
    return person.partition(" ")[0] in text


@lru_cache(maxsize=256)
def _call(person: str, language: str) -> re.Pattern[str]:
    return re.compile(pack_of(language).call.format(name=re.escape(person.partition(" ")[0])), re.I)
