"""How people give themselves a name in Chinese: 我叫李雷, 大家都叫我贝丝."""

import re
from collections.abc import Collection
from functools import cache

from memgraph_core.language.persons.self_named import Sort

_NAME_ZH = r"(?P<name>[\u4e00-\u9fff]{2,6}?|[A-Z][A-Za-z]{1,20})(?=[，。！？；,.!?\s]|就好|就行|吧|$)"

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
    (
        "nickname",
        rf"{_CLAUSE_ZH}(?:请|你|你们|大家|就|都|直接|还是|以后|今后)*叫我(?P<name>[小老阿][\u4e00-\u9fff]|[\u4e00-\u9fff]{{1,2}}[哥姐总叔姨工]"
        r"|(?P<twice>[\u4e00-\u9fff])(?P=twice)|[A-Z][A-Za-z]{1,20})(?=[，。！？；,.!?\s]|就[好行]|即可|吧|$)",
    ),
    ("being", rf"{_CLAUSE_ZH}我是{_NAME_ZH}"),
)

_NO_NAME = re.compile(r"[的了过去来起帮给做吃喝不到在回]|什么|老师|姐姐|哥哥|阿姨|叔叔")


@cache
def self_naming() -> tuple[tuple[Sort, re.Pattern[str]], ...]:
    """The patterns, compiled with the first text that needs them."""
    return tuple((sort, re.compile(pattern)) for sort, pattern in _CHINESE)


def self_name(written: str, sort: Sort, people: Collection[str]) -> str | None:
    """The name as it is written; None if it is not a name. After 我是 it must be one of the people."""
    is_one = not _NO_NAME.search(written) and (sort != "being" or written in people)
    return written if is_one else None
