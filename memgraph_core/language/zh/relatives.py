"""Relatives of somebody whom the text names only by their relation: 我同事的妈妈."""

import re
from collections.abc import Sequence

from memgraph_core.language.persons.kin import FAMILY, describes_kin, kin_words
from memgraph_core.language.relating.mask import Masked
from memgraph_core.language.zh.words import Word

_PARENT = re.compile("[爸妈父母爹娘]$")


def relative_of(masked: Masked, words: Sequence[Word], index: int, speaker: str) -> tuple[int, str] | None:
    """The index of the word for a relative of the person at an index, and the description of that relative; None without one."""
    kin = index + 1 + (index + 1 < len(words) and words[index + 1].text == "的")
    if not masked.is_person(words[index].text) or kin >= len(words):
        return None
    found = kin_words("zh").get(words[kin].text)
    if found is None or found.relation not in FAMILY or found.is_pet or found.plural:
        return None
    owner = masked.name(words[index].text)
    is_joined = not describes_kin(owner) or found.relation != "CHILD_OF" or _PARENT.search(owner)
    if owner == speaker or (words[index + 1].text != "的" and is_joined):
        return None  # 老郑叔叔 is one person, and 我堂哥堂嫂 are two
    return kin, f"{owner}的{found.word}"
