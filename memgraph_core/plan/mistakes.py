"""Facts that were stated by mistake: the facts that a correction means. A value (手滑，9月13号) corrects the last fact whose
object has its form: another date, another number of the same unit.
"""

import re
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher

from memgraph_core.language.names import name_key
from memgraph_core.plan.ends import facts_meant_by
from memgraph_core.plan.validity import start_of
from memgraph_core.records.extraction import ExtractedEnd
from memgraph_core.records.graph import Fact

_DIGITS = re.compile(r"[\d一二两三四五六七八九十百千万零半.]+")
_ALIKE = 0.7  # of two spellings of a name
_WEEKDAY = re.compile(r"(?:周|星期|礼拜)[一二三四五六日天]")


def facts_mistaken(
    end: ExtractedEnd, subject: str, known: Iterable[Fact], names: Mapping[str, str]
) -> list[Fact]:
    """The current facts that a correction means. `names` is the name of each uid.

    Those of its subject with the wrong object, else those of anybody else with it, if they have one subject. Without the
    wrong object the fact of the subject that was stated last and whose object has the form of the right one.
    """
    held = [fact for fact in known if fact.holds_until is None and not fact.never_held]
    if not end.is_only:
        if meant := facts_meant_by(end, subject, held, names):
            return meant
        wrong = name_key(end.object)
        others = [fact for fact in held if name_key(names.get(fact.object, "")) == wrong]
        return others if len({fact.subject for fact in others}) == 1 else []
    own = [fact for fact in held if fact.subject == subject]
    form = _form(end.replacement)
    if not form:
        alike = [fact for fact in own if _is_misspelled(names.get(fact.object, ""), end.replacement)]
        return alike if len({fact.object for fact in alike}) == 1 else []
    same = [fact for fact in own if _form(names.get(fact.object, "")) == form]
    last = max(same, key=lambda fact: (start_of(fact), fact.uid), default=None)
    return [] if last is None else [last]


def _is_misspelled(name: str, right: str) -> bool:
    """Whether a name differs from the right one by a few letters only: Sara and Sarah."""
    one, other = name_key(name), name_key(right)
    return bool(one and other) and one[0] == other[0] and SequenceMatcher(None, one, other).ratio() >= _ALIKE


def _form(value: str) -> str:
    """The form of a value: 月号 of 9月3号, 岁 of 六岁; empty for a word without a number."""
    if _WEEKDAY.search(value):
        return "weekday"
    if not _DIGITS.search(value):
        return ""
    return f"#{_DIGITS.sub('#', value)}".replace("日", "号").replace(" ", "")
