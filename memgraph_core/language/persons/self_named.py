"""Names that speakers state for themselves: "My name is Elizabeth Hall", "everyone calls me Beth", 大家都叫我贝丝.

Quoted, hypothetical and reported statements do not count. "I'm Dora" counts only if Dora is a known given name.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal

from memgraph_core.language.names import name_key
from memgraph_core.language.pack import pack_of
from memgraph_core.language.persons.given_names import is_given_name

# name: "My name is Dora"; nickname: "everyone calls me Beth"; being: "I'm Dora", a sentence form that also has other uses
Sort = Literal["name", "nickname", "being"]

_HYPOTHETICAL = re.compile(
    r"\b(?:if|unless|whether|like|imagine|suppose|pretend\w*|wish|sa(?:ys?|id|ying)|th(?:inks?|ought)|dream(?:ed|t)?)"
    r"[\s,:]+(?:that )?$|(?:如果|假如|假设|要是|以为|[说唱写]|觉得|梦见|假装)[，：:]?$",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"""[“「『](?:(?![”」』]).)*$|(?:^|[\s(])['‘](?:(?!['’](?:\W|$)).)*$""", re.DOTALL)
_REACH = 200  # characters before a name that are searched for the beginning of a quotation
# Labels of speakers that are not names.
_NAMELESS = frozenset(("user", "human", "me", "speaker", "用户", "我"))


@dataclass(frozen=True, slots=True)
class SelfNamed:
    """A name that a speaker states for themselves, and the form of the statement."""

    name: str
    sort: Sort


def is_nameless(speaker: str) -> bool:
    """Whether the label of a speaker is not a name, such as "user"."""
    return name_key(speaker) in _NAMELESS


def called_myself(text: str, language: str, people: Collection[str] = ()) -> tuple[SelfNamed, ...]:
    """The names that the speaker of a text states for themselves, each once, ordered by form and then by offset.

    Names in quotes do not count. `people` are the names of people in the text: 我是 states a name only before one of
    them.
    """
    pack = pack_of(language)
    found = (
        SelfNamed(name, sort)
        for sort, pattern in pack.self_naming()
        for match in pattern.finditer(text)
        if not _is_doubtful(text, match.start()) and (name := pack.self_name(match["name"], sort, people))
    )
    return tuple({name_key(self_named.name): self_named for self_named in reversed(list(found))}.values())[
        ::-1
    ]


def also_called(name: str) -> Iterator[str]:
    """The given name in a full name, which is a second name of the same person: Dora for Dora Quinn."""
    given, blank, _ = name.partition(" ")
    if blank and is_given_name(given):
        yield given


def _is_doubtful(text: str, start: int) -> bool:
    """Whether the statement at `start` is quoted, hypothetical, or said by somebody else."""
    before = text[max(start - _REACH, 0) : start]
    return bool(before.count('"') % 2 or _QUOTED.search(before) or _HYPOTHETICAL.search(before))
