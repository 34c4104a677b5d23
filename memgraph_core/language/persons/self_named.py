"""What somebody says that he is called: "My name is Elizabeth Hall", "everyone calls me Beth", 大家都叫我贝丝."""

import re

from memgraph_core.language.scripts import CAPITAL
from memgraph_core.language.timing.calendar import MONTHS, WEEKDAYS

_NAME = rf"(?P<name>[{CAPITAL}][\w'’-]{{1,20}}(?: [{CAPITAL}][\w'’-]{{1,20}}){{0,2}})"
_ENGLISH = re.compile(
    r"\b(?:[Mm]y (?:full |real |first |given |nick)?name(?:['’]s| is)|(?:[Ee]veryone|[Ee]verybody|[Ff]riends"
    r"|[Pp]eople|[Tt]hey all) calls? me"
    rf"|(?:[Yy]ou can|[Pp]lease|[Jj]ust) call me|I go by|I['’]m (?:called|known as)|[Mm]y nickname is)(?: actually"
    rf"| just)? {_NAME}(?=[,.!;]|$| but\b| and\b)"
)
_CHINESE = re.compile(
    r"(?:(?<![^，。！？；,.!?\s])我(?:的(?:全名|大名|小名|昵称|英文名|名字))?(?:就)?(?:叫做?|是叫)|我的(?:全名|大名|小名|昵称|英文名|名字)是"
    r"|(?:大家|朋友们?|同事们?|家里人|别人)(?:都|一般都?)?叫我|(?:你们?)?可以叫我|以后叫我)"
    r"(?P<name>[\u4e00-\u9fff]{2,6}|[A-Z][A-Za-z]{1,20})(?=[，。！？；,.!?\s]|就好|就行|吧|$)"
)
_MAY_TELL = re.compile(r"name|call|known|go by")
_NO_NAME = re.compile(r"[的了过去来起帮给做吃喝不到在回]|什么|老师|姐姐|哥哥|阿姨|叔叔")


def called_myself(text: str, language: str) -> tuple[str, ...]:
    """The names that the speaker of a text gives himself, in order; none of what stands in quotes."""
    if language != "zh" and not _MAY_TELL.search(text):
        return ()
    pattern = _CHINESE if language == "zh" else _ENGLISH
    names = [m["name"] for m in pattern.finditer(text) if text.count('"', 0, m.start()) % 2 == 0]
    return tuple(name for name in names if not _is_none(name, language))


def _is_none(name: str, language: str) -> bool:
    if language == "zh":
        return bool(_NO_NAME.search(name))
    return name.lower() in {*MONTHS, *WEEKDAYS} or name.lower() in (
        "sir",
        "crazy",
        "mom",
        "dad",
        "if",
        "when",
    )
