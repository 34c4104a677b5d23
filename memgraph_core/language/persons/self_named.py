"""What somebody says that he is called: "My name is Elizabeth Hall", "everyone calls me Beth", 大家都叫我贝丝.

Not what is quoted, supposed or said by others; and "I'm Dora" only where Dora is known to be a name.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

from memgraph_core.language.names import name_key
from memgraph_core.language.persons.given_names import is_given_name
from memgraph_core.language.scripts import CAPITAL
from memgraph_core.language.timing.calendar import MONTHS, WEEKDAYS

# name: "My name is"; nickname: what others call him, beside a name; being: "I'm Dora", which could be said of other things
Sort = Literal["name", "nickname", "being"]

_WORD = rf"(?!I['’])[{CAPITAL}][\w'’-]{{1,20}}"
_NAME = rf"(?P<name>{_WORD}(?: {_WORD}){{0,2}})"
_END = r"""(?=\s*(?:[,.!;:?()…—–\n"“”]|$|-\s)|\s+(?:but|and|from|by|so|nice|here|I)\b)"""
_ACTUALLY = r"(?: actually| just)?"
_GREETING = r"\b(?:[Hh]i|[Hh]ello|[Hh]ey|[Gg]ood (?:morning|afternoon|evening))(?: there| all| everyone| everybody)?[,!.]?\s+"
_I_AM = r"I(?:['’]m| am)"
_ENGLISH: tuple[tuple[Sort, str], ...] = (
    (
        "name",
        rf"\b(?:[Mm]y (?:full |real |first |given )?name(?:['’]s| is)|{_I_AM} called){_ACTUALLY} {_NAME}{_END}",
    ),
    ("name", rf"\b[Mm]y name(?:['’]s| is) (?P<name>[a-z]{{2,20}}){_END}"),
    (
        "nickname",
        r"\b(?:(?:[Ee]veryone|[Ee]verybody|[Ff]riends|[Pp]eople|[Tt]hey all) calls? me|(?:[Yy]ou can|[Pp]lease|[Jj]ust) call me"
        rf"|I go by|{_I_AM} known as|[Mm]y nick ?name(?:['’]s| is)){_ACTUALLY} {_NAME}{_END}",
    ),
    (
        "being",
        rf"(?:(?:^|[.!?;\n]\s*|{_GREETING}){_I_AM}|{_GREETING}(?:[Tt]his is|[Ii]t['’]s)) {_NAME}{_END}",
    ),
)
_NAME_ZH = r"(?P<name>[\u4e00-\u9fff]{2,6}|[A-Z][A-Za-z]{1,20})(?=[，。！？；,.!?\s]|就好|就行|吧|$)"
_CLAUSE_ZH = r"(?<![^，。！？；、,.!?\s])"
_CHINESE: tuple[tuple[Sort, str], ...] = (
    (
        "name",
        rf"(?:{_CLAUSE_ZH}我(?:的?(?:全名|大名|真名|英文名|名字))?(?:就)?(?:叫做?|是叫)|我的?(?:全名|大名|真名|英文名|名字)是){_NAME_ZH}",
    ),
    (
        "nickname",
        rf"(?:{_CLAUSE_ZH}我的?(?:小名|昵称|外号)(?:就)?(?:叫做?|是叫?)|(?:大家|朋友们?|同事们?|家里人|别人)(?:都|一般都?)?叫我"
        rf"|(?:你们?)?可以叫我|以后叫我){_NAME_ZH}",
    ),
    ("being", rf"{_CLAUSE_ZH}我是{_NAME_ZH}"),
)
_MAY_TELL = re.compile(r"name|call|known|go by|\bI['’]?\s?a?m\b|[Tt]his is|[Ii]t['’]s")
_NO_NAME = re.compile(r"[的了过去来起帮给做吃喝不到在回]|什么|老师|姐姐|哥哥|阿姨|叔叔")
_NO_NAMES = frozenset(("sir", "crazy", "mom", "dad", "if", "when", *MONTHS, *WEEKDAYS))
_ALSO_A_KIND = frozenset(("christian", "german", "roman"))  # given names, but "I'm Christian" tells of none
_SUPPOSED = re.compile(
    r"\b(?:if|unless|whether|like|imagine|suppose|pretend\w*|wish|sa(?:ys?|id|ying)|th(?:inks?|ought)|dream(?:ed|t)?)"
    r"[\s,:]+(?:that )?$|(?:如果|假如|假设|要是|以为|[说唱写]|觉得|梦见|假装)[，：:]?$",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"""[“「『](?:(?![”」』]).)*$|(?:^|[\s(])['‘](?:(?!['’](?:\W|$)).)*$""", re.DOTALL)
_NEAR = 200  # characters in which a quotation begins
# Who speaks where nobody said who: such a one has no name yet.
_NAMELESS = frozenset(("user", "human", "me", "speaker", "用户", "我"))


@dataclass(frozen=True, slots=True)
class SelfNamed:
    """A name that somebody gives himself, and the way he does."""

    name: str
    sort: Sort


def is_nameless(speaker: str) -> bool:
    """Whether it is not a name that a speaker has, but the word for one whom nobody named."""
    return name_key(speaker) in _NAMELESS


def called_myself(text: str, language: str, people: Collection[str] = ()) -> tuple[SelfNamed, ...]:
    """The names that the speaker of a text gives himself, each once, by the sort and then in order; none of what stands in
    quotes. `people` are the names of people in it: a Chinese 我是 tells a name only where one of them follows.
    """
    if language != "zh" and not _MAY_TELL.search(text):
        return ()
    found = (
        SelfNamed(name, sort)
        for sort, pattern in _patterns(language)
        for match in pattern.finditer(text)
        if not _is_doubtful(text, match.start()) and (name := _name(match["name"], sort, language, people))
    )
    return tuple({name_key(one.name): one for one in reversed(list(found))}.values())[::-1]


@cache
def _patterns(language: str) -> tuple[tuple[Sort, re.Pattern[str]], ...]:
    """Compiled with the first text that needs them, for it takes a while."""
    rows = _CHINESE if language == "zh" else _ENGLISH
    return tuple((sort, re.compile(pattern)) for sort, pattern in rows)


def also_called(name: str) -> Iterator[str]:
    """The given name of a full one, by which its bearer is called as well: Dora Quinn is Dora."""
    given, blank, _ = name.partition(" ")
    if blank and is_given_name(given):
        yield given


def _is_doubtful(text: str, start: int) -> bool:
    """Whether it is quoted, supposed, or what somebody else says."""
    before = text[max(start - _NEAR, 0) : start]
    return bool(before.count('"') % 2 or _QUOTED.search(before) or _SUPPOSED.search(before))


def _name(written: str, sort: Sort, language: str, people: Collection[str]) -> str | None:
    """The name as it is written; None where it is none."""
    if language == "zh":
        is_one = not _NO_NAME.search(written) and (sort != "being" or written in people)
        return written if is_one else None
    if written.lower() in _NO_NAMES:
        return None
    if written[0].islower():  # "my name is dora"
        return written.capitalize() if is_given_name(written.capitalize()) else None
    first = written.split()[0]
    is_one = is_given_name(first) and first.lower() not in _ALSO_A_KIND and not first.endswith(("'s", "’s"))
    return written if sort != "being" or is_one else None
