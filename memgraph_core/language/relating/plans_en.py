"""English plans: the verb phrase that somebody wants, plans or does again and again, as words."""

import re

from memgraph_core.language.relating.mask import Masked
from memgraph_core.language.relating.objects_en import region_at
from memgraph_core.language.relating.vague_en import is_idle

_PLAN_END = re.compile(
    r",| (?:because|but|so that|since|when|while|if|and (?:I|we|then|see|let|it)\b|as soon as|though|cause|once|after|before"
    r"|someday|some day|one day|soon|too|again|next (?:week|month|year|summer|time)|this (?:week|month|year|summer|weekend"
    r"|fall|spring|winter)|these days|lately|recently|tomorrow|tonight|later|now|in the future|eventually|at some point|as well)\b"
)
_LONGEST_PLAN = 9  # words
_TELLS_MORE = re.compile(
    r"(?:and|to|by|with|for|in|on|that|who|which|at|as|like|where|until|from|about|into)$"
)


def plan_at(masked: Masked, position: int) -> str:
    """The verb phrase that begins at a position: what somebody plans or wants; empty when it says little."""
    words = _shortened(_PLAN_END.split(region_at(masked, position), maxsplit=1)[0].split())
    text = masked.shown(" ".join(words)).strip(" '’-")
    if (
        not 1 <= len(words) <= _LONGEST_PLAN
        or not words[0].isalpha()
        or not words[0].islower()
        or is_idle(" ".join(words))
    ):
        return ""
    if (
        any(w in ("it", "them", "that", "this", "these", "those") for w in words[1:])
        or words[-1] in ("it", "that", "this", "them", "so", "there", "the", "a")
        or len(text) < 4
    ):
        return ""
    return text


def _shortened(words: list[str]) -> list[str]:
    """A long plan up to where it begins to tell what for, with whom and how."""
    if len(words) <= _LONGEST_PLAN:
        return words
    ends = [at for at in range(3, _LONGEST_PLAN + 1) if _TELLS_MORE.match(words[at])]
    return words[: ends[-1]] if ends else words


def gerund_of(verb: str) -> str:
    """`swim` → `swimming`, `dance` → `dancing`: doing as a thing."""
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")):
        return verb[:-1] + "ing"
    if re.fullmatch(r"[^aeiou]{0,3}[aeiou][bdgmnprt]", verb):
        return verb + verb[-1] + "ing"
    return verb + "ing"
