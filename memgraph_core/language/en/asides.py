"""Asides: words that address the hearer or comment on the conversation, and state nothing: "I should mention that …", "… lol".

Because of them the parse of a chat sentence is often wrong, and "if that helps" makes an assertion look like a condition.
They are left out before a sentence is parsed.
"""

import re
from collections.abc import Iterator

_TELLING = r"(?:mention|add|say|note|tell you|let you know|point out|warn you|admit|confess|clarify|explain)"
_OPENING = re.compile(
    rf"^\W*(?:(?:i|we) (?:should|must|have to|(?:just )?want to|(?:just )?wanted to|need to|would like to|can|forgot to)"
    rf" (?:also |just |probably )?{_TELLING}(?: that)?"
    r"|(?:please |just |also |and )*(?:remember|note|keep in mind|bear in mind|don['’]t forget)"
    r"(?: that(?=,? (?!you\b)\w)|(?=,? (?:i|i['’]\w+|we|we['’]\w+|my|our)\b))"
    r"|(?:just )?(?:to let you know|so you know|for (?:context|reference|the record|what it['’]s worth)|for your information"
    r"|as you know"
    r"|as i said|like i said|as mentioned)"
    r"|(?:it )?turns out(?: that)?|(?:the|my) (?:thing|point|problem) is(?: that)?(?=,? (?:i|we|my|our)\b)"
    r"|(?:since|because|given that|now that|seeing as|seeing that|as)(?= (?:i|i['’]\w+|we|we['’]\w+|my|our"
    r"|(?:the \w+|(?-i:[A-Z][a-z]+))(?:['’]s \w+)? (?:is|was|has|had|can|became|went|got|\w+s|\w+ed))\b(?=[^,]*$)))[\s,:-]+",
    re.IGNORECASE,
)
_TAGS = (
    r"(?:lo+l|lmao|rofl|haha(?:ha)*|hehe|tbh|ngl|imo|imho|btw|fyi|tho|xd|smh|ugh|yay|woohoo|pls|please|thx|thanks|ty"
    r"|thank you|cheers"
    r"|sadly|luckily|unfortunately|fortunately|obviously|apparently|by the way|to be honest|just saying|just so you know|you know"
    r"|as you know|as i said|if (?:that|it|this) (?:matters|helps|is relevant|is important|makes a difference|counts)"
    r"|in case (?:that|it|this) (?:matters|helps|is relevant)|if you(?:['’]re| are) (?:wondering|curious|interested|asking)"
    r"|in case you(?:['’]re| are) (?:wondering|curious)|if you (?:must know|remember|recall)|if i(?:['’]m| am) honest"
    r"|if i (?:remember|recall)(?: correctly| right| rightly)?)"
)
_TAIL = 120  # characters at the end of a part in which its last asides begin
_EMOJI = "[\U0001f000-\U0001faff\u2600-\u27bf\ufe0f\u200d]+"
_CLOSING = re.compile(
    rf"(?:[\s,;.…(–—-]{{1,4}}{_TAGS}|[\s.!…]{{0,4}}{_EMOJI}){{1,6}}(?=[\s.!…)]*$)", re.IGNORECASE
)


def asides_in(part: str) -> Iterator[tuple[int, int, str]]:
    """The asides of a part of a sentence: start, end, and the text that replaces the aside, which is always empty."""
    if (opening := _OPENING.match(part)) is not None:
        yield opening.start(), opening.end(), ""
    if (closing := _CLOSING.search(part, max(len(part) - _TAIL, 1))) is not None:
        yield closing.start(), closing.end(), ""
