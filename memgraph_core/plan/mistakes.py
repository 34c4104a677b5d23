"""Finds the facts that a correction means, or a new value without a topic (手滑，9月13号; 现在六个人了).

A new value means the last fact whose object has the same form: a date, or a number with the same unit.
"""

import re
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher

from memgraph_core.language.names import name_key
from memgraph_core.language.values import is_new_value
from memgraph_core.plan.ends import facts_meant_by
from memgraph_core.plan.validity import start_of
from memgraph_core.records.extraction import ExtractedEnd
from memgraph_core.records.graph import Fact

_MIN_SPELLING_SIMILARITY = 0.7  # of two spellings of a name
_MIN_THING_LENGTH = 2  # characters of a thing that is searched in the texts of facts
_MAX_DISTANCE = 6  # most characters between the thing and the object


def facts_stated_with(
    end: ExtractedEnd, subject: str, known: Iterable[Fact], names: Mapping[str, str]
) -> list[Fact]:
    """The only current fact whose text has the thing that the end names closely before the object: 前端 in 前端用 Vue.

    Empty if there are several with different objects. `names` is the name of each uid.
    """
    if len(end.object) < _MIN_THING_LENGTH:
        return []
    found = [
        fact
        for fact in known
        if fact.subject == subject
        and fact.holds_until is None
        and _is_shortly_before(end.object, names.get(fact.object, ""), fact.text)
    ]
    return found if len({fact.object for fact in found}) == 1 else []


def _is_shortly_before(thing: str, name: str, text: str) -> bool:
    pattern = rf"{re.escape(thing)}[^，,。.！!？?；;]{{0,{_MAX_DISTANCE}}}?{re.escape(name)}"
    return bool(name) and re.search(pattern, text, re.IGNORECASE) is not None


def facts_mistaken(
    end: ExtractedEnd, subject: str, known: Iterable[Fact], names: Mapping[str, str]
) -> list[Fact]:
    """The current facts that a correction or a new value means. `names` is the name of each uid.

    If the text names the wrong object: the facts of the subject with this object, or else those of the only other subject with
    such facts. If it names only the right object: the last fact of the subject whose object is a value of the same form, or else
    a name with a similar spelling.
    """
    held = [fact for fact in known if fact.holds_until is None]
    if not end.is_only:
        if meant := facts_meant_by(end, subject, held, names):
            return meant
        wrong = name_key(end.object)
        others = [fact for fact in held if name_key(names.get(fact.object, "")) == wrong]
        return others if len({fact.subject for fact in others}) == 1 else []
    own = [fact for fact in held if fact.subject == subject]
    values = [fact for fact in own if is_new_value(end.replacement, names.get(fact.object, ""))]
    if values:
        return [max(values, key=lambda fact: (start_of(fact), fact.uid))]
    alike = [fact for fact in own if _is_misspelled(names.get(fact.object, ""), end.replacement)]
    return alike if len({fact.object for fact in alike}) == 1 else []


def _is_misspelled(name: str, right: str) -> bool:
    """Whether a Latin name differs from the right one by a few letters only: Sara and Sarah."""
    one, other = name_key(name), name_key(right)
    is_latin = one.isascii() and other.isascii() and one[:1].isalpha() and other.isalpha()
    return (
        is_latin
        and one[0] == other[0]
        and SequenceMatcher(None, one, other).ratio() >= _MIN_SPELLING_SIMILARITY
    )
