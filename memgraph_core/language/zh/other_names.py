"""Several names that a Chinese text gives to one person: 小曼本名叫苏曼, 大名叫周砚，小名果果."""

import re
from collections.abc import Iterator, Sequence

from memgraph_core.language.persons.kin import kin_words
from memgraph_core.language.persons.kin_names_zh import may_be_called

_IS = r"(?:就)?(?:叫做?|是|为)\s?"
_FORMAL = r"(?:大名|本名|真名|全名|学名|原名)"
_FAMILIAR = r"(?:小名|乳名|昵称|外号|绰号|花名)"
_END = r"(?=[，,。.！!；;、\s）)]|$)"
_CLAUSE = r"(?<![^，,。！!？?；;：:\n\s])"
_HAN = r"[\u4e00-\u9fff]"
# Without 叫 or 是 the words may be no name (大名鼎鼎), unless a clause beside them gives the other name.
_PAIRS = (
    re.compile(
        rf"(?:{_FORMAL}(?:{_IS})?|叫做?)(?P<name>{_HAN}{{2,4}}?)[，,、]\s?{_FAMILIAR}(?:{_IS})?(?P<alias>{_HAN}{{2,3}}){_END}"
    ),
    re.compile(
        rf"{_FAMILIAR}(?:{_IS})?(?P<alias>{_HAN}{{2,3}})[，,、]\s?{_FORMAL}(?:{_IS})?(?P<name>{_HAN}{{2,4}}){_END}"
    ),
    re.compile(
        rf"(?P<alias>[小老阿]{_HAN}|{_CLAUSE}{_HAN}{{2,3}})\s?[（(]{_FORMAL}(?:{_IS}|[:：])?(?P<name>{_HAN}{{2,4}})[）)]"
    ),
    re.compile(rf"{_CLAUSE}(?P<alias>{_HAN}{{2,3}}?)的?{_FORMAL}{_IS}(?P<name>{_HAN}{{2,4}}){_END}"),
    re.compile(rf"{_CLAUSE}(?P<name>{_HAN}{{2,4}}?)的?{_FAMILIAR}{_IS}(?P<alias>{_HAN}{{2,3}}){_END}"),
)
# Both are known to be names of persons: 小何就是何萍.
_SAME = re.compile(rf"{_CLAUSE}(?P<alias>[小老阿]{_HAN})(?:其实)?就是(?P<name>{_HAN}{{2,4}}){_END}")
# After a clause about somebody: 苗苗上二年级，大名唐语苗.
_LATER = re.compile(
    rf"[，,]\s?[他她]?的?(?P<sort>{_FORMAL}|{_FAMILIAR})(?:{_IS})?(?P<name>{_HAN}{{2,4}}){_END}"
)
_NOBODY = re.compile(r"[我你您他她它咱俺谁哪啥各也都]|什么|分别|[大小本真全学乳原]名")


def other_names_in(text: str, people: Sequence[str] = ()) -> Iterator[tuple[str, str]]:
    """The formal name and another name of each person to whom a statement gives both. `people` are those that it names."""
    found = [(match["name"], match["alias"]) for pattern in _PAIRS for match in pattern.finditer(text)]
    found += [
        (match["name"], match["alias"])
        for match in _SAME.finditer(text)
        if {match["name"], match["alias"]} <= set(people)
    ]
    if not found and (later := _LATER.search(text)):
        before = {name for name in people if name in text[: later.start()]}
        formal = re.match(_FORMAL, later["sort"]) is not None
        found = [
            (later["name"], one) if formal else (one, later["name"]) for one in before if len(before) == 1
        ]
    yield from (
        (name, alias) for name, alias in found if name != alias and _is_name(name) and _is_name(alias)
    )


def _is_name(name: str) -> bool:
    is_kin = any(name.endswith(word) for word in kin_words("zh") if len(word) > 1)
    return not is_kin and _NOBODY.search(name) is None and may_be_called(name)
