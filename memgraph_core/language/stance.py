"""Cue words for the stance of a text: denied, hypothetical, intended, reported or asked. They serve to compare two texts.

A cue does not show what it applies to, so stances are only a hint: two texts with different stances may say the same,
but a text that says something else than its source often has another stance.
"""

import re
from collections.abc import Mapping
from typing import Literal

Stance = Literal["denied", "hypothetical", "intended", "reported", "asked"]

# Borders between parts of a sentence: a denial applies only to its own part.
PART = re.compile(r"[,;，；]\s*|\b(?:but|although|though)\b|但是?|可是", re.IGNORECASE)
_CUES: Mapping[Stance, re.Pattern[str]] = {
    "denied": re.compile(
        r"\b(?:not(?! only\b)|cannot|never|neither|nor|nobody|none|nothing|nowhere|without|no(?! doubt\b| problem\b|\.)|hardly|"
        r"barely|unable|refus\w+|den(?:y|ies|ied)|avoid\w*|lacks?|lacked|stop(?:s|ped)?|quit|dislik\w+|hates?|hated|fail(?:s|ed)? "
        r"to|used to|former(?:ly)?|ex)\b|(?<!ca)n['’]t\b|\bcan['’]t\b(?! wait\b)"
        r"|不(?!错|过(?!敏)|仅|但|同|少|久|断|管|论|好意思|客气|用谢|得不|只|光)|(?<!差)没(?!错|关系|问题)|别(?=再|去|想|来|说)|从未|未曾|尚未|并非|"
        r"无法|拒绝|戒(?:了|掉)|不再|曾经|讨厌",
        re.IGNORECASE,
    ),
    "hypothetical": re.compile(
        r"(?-i:\bmay\b)|\b(?:might|could|would(?! (?:like|love|prefer|rather)\b)|maybe|perhaps|possibly|probably|if|unless|whether|"
        r"suppos\w+|imagin\w+|pretend\w*|wish(?:es|ed)?|hypothetical\w*|in case|not sure|unsure|(?:is|are|am) likely)\b"
        r"|可能|也许|或许|大概|说不定|如果|要是|假如|万一|除非|的话|就好了|不确定|恐怕",
        re.IGNORECASE,
    ),
    "intended": re.compile(
        r"\b(?:wants?|wanted|wanna|hop(?:e|es|ed|ing)|plans?|planned|planning|intend\w*|going to|gonna|will|shall|"
        r"would (?:like|love|prefer|rather)|look(?:s|ing)? forward|can['’]t wait|consider\w*|"
        r"think(?:s|ing)? (?:of|about)|need(?:s|ed)? to|should)\b"
        r"|['’](?:ll|d (?:like|love|prefer|rather))\b"
        r"|想(?!起|念|象|到)|打算|计划|希望|准备|将要|(?<!重)要(?=去|买|搬|学|做|换|开始)|应该|会(?=去|来|搬)",
        re.IGNORECASE,
    ),
    "reported": re.compile(
        r"\b(?:said|says?|saying|told|tells?|claim(?:s|ed)?|insist(?:s|ed)?|accord\w+ to|heard|rumou?rs?|believ(?:es|ed)|"
        r"th(?:inks|ought)|everyone thinks|they think|supposedly|allegedly|apparently)\b"
        r"|说(?!不定|话)|听说|据说|认为|以为|觉得|告诉|声称",
        re.IGNORECASE,
    ),
    "asked": re.compile(
        r"[?？]|\b(?:ask(?:s|ed)?|wonder\w*|wants? to know)\b|问|想知道|[吗呢]\s*$", re.IGNORECASE
    ),
}


def stance_of(text: str) -> frozenset[Stance]:
    """The stances for which a text has a cue."""
    return frozenset(stance for stance, cues in _CUES.items() if cues.search(text))


def stance_differs(note: frozenset[Stance], source: frozenset[Stance]) -> bool:
    """Whether a text of this stance may say something else than its source.

    A denial and a hypothesis must be in both or in neither. An intention, a report and a question must not be lost; a text may
    add them, as in "Ada said that …".
    """
    same: frozenset[Stance] = frozenset(("denied", "hypothetical"))
    return bool((note ^ source) & same or (source - note) - same)
