"""How a person talks: length of messages, questions, emoji and languages."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, median

from memgraph_core.language.detection import language_of
from memgraph_core.language.sizes import length_of
from memgraph_core.records.graph import Turn
from memgraph_core.records.representation import short_repr

_MIN_TURNS = 5  # messages from which a style of talking is computed
_EMOJI = re.compile("[\U0001f300-\U0001faff\u2600-\u27bf]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Talking:
    """How a person talks."""

    messages: int  # that were considered
    length: int  # of the middle message: English words, or Chinese characters
    questions: float  # share of the messages that ask something, 0 to 1
    emoji: float  # share of the messages with an emoji, 0 to 1
    languages: tuple[tuple[str, int], ...]  # language and number of messages, most frequent first

    __repr__ = short_repr


def talking_of(turns: Sequence[Turn]) -> Talking | None:
    """How a person talks, from the turns of this person; None if there are too few."""
    if len(turns) < _MIN_TURNS:
        return None
    languages = Counter(language_of(turn.text) for turn in turns)
    return Talking(
        messages=len(turns),
        length=round(median(length_of(turn.text) for turn in turns)),
        questions=round(fmean("?" in turn.text or "？" in turn.text for turn in turns), 2),
        emoji=round(fmean(_EMOJI.search(turn.text) is not None for turn in turns), 2),
        languages=tuple(sorted(languages.items(), key=lambda pair: (-pair[1], pair[0]))),
    )
