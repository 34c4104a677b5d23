"""What somebody says that he is called: "My name is Elizabeth Hall", "everyone calls me Beth", 大家都叫我贝丝.

Not what is quoted, supposed or said by others; and "I'm Dora" only where Dora is known to be a name.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal

from memgraph_core.language.names import name_key
from memgraph_core.language.pack import pack_of
from memgraph_core.language.persons.given_names import is_given_name

# name: "My name is"; nickname: what others call him, beside a name; being: "I'm Dora", which could be said of other things
Sort = Literal["name", "nickname", "being"]

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
    pack = pack_of(language)
    found = (
        SelfNamed(name, sort)
        for sort, pattern in pack.self_naming()
        for match in pattern.finditer(text)
        if not _is_doubtful(text, match.start()) and (name := pack.self_name(match["name"], sort, people))
    )
    return tuple({name_key(one.name): one for one in reversed(list(found))}.values())[::-1]


def also_called(name: str) -> Iterator[str]:
    """The given name of a full one, by which its bearer is called as well: Dora Quinn is Dora."""
    given, blank, _ = name.partition(" ")
    if blank and is_given_name(given):
        yield given


def _is_doubtful(text: str, start: int) -> bool:
    """Whether it is quoted, supposed, or what somebody else says."""
    before = text[max(start - _NEAR, 0) : start]
    return bool(before.count('"') % 2 or _QUOTED.search(before) or _SUPPOSED.search(before))
