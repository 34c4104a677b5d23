"""English corrections: what a text says to have been wrong, and the right words in its place."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from memgraph_core.language.counts import is_number
from memgraph_core.language.vocabulary import MISTAKEN, Phrase

_MISTAKE = re.compile(
    r"\b(?:correction|my mistake|my bad|scratch that|no,? wait|typo|misspoke|misread|misremembered|mistyped|misheard"
    r"|turns out|turned out"
    r"|i meant(?! to)|(?:i|i['’]ve|i['’]d|i have|i had) (?:just |totally |completely )?"
    r"(?:was wrong|been wrong|got (?:\w+ ){1,4}wrong"
    r"|had (?:\w+ ){1,4}wrong|mixed (?:\w+ ){0,4}up|muddled (?:\w+ ){0,4}up|told (?:you|u) (?:\w+ ){0,3}wrong"
    r"|(?:gave|told|sent) (?:you|u) the wrong|made a mistake|said (?:\w+ ){1,4}but)|was wrong about|did i say|never was|always was"
    r"|put me right|corrected me|wrong (?:way round|number|address|name|date|day|one)"
    r"|(?:it|that)['’]s (?:actually )?(?:\w+ ){1,3}not)\b",
    re.IGNORECASE,
)
# With these words the text adds something and corrects nothing.
_IN_ADDITION = re.compile(r"\b(?:also|too|as well)\b", re.IGNORECASE)


def states_mistake(text: str) -> bool:
    """Whether a text says that something said before was wrong: "I told you wrong about Ravi"."""
    return _MISTAKE.search(text) is not None and not _IN_ADDITION.search(text)


_NAME = r"(?!not\b)[\w'’&.+-]*\w(?: (?!(?:actually|really|with|without)\b)[\w'’&.+-]*\w){0,2}?"
_BESIDE = r"(?: actually| really| with(?:out)? (?:an? |the |two )?\w{1,2})*"  # "Euan with a U"
_ARTICLE = r"(?:(?:at|in|on|with|from|to|for) )?(?:(?:an?|the|my|our) )?"
_IS = (
    r"(?:(?:it|that|he|she|they|there)(?:['’]s|['’]re| is| was| were| are)"
    r"|(?:her|his|its|the|their) name(?:['’]s| is)|should be|i meant)"
)
_END = r"(?=\s*(?:$|[,.;:!?)(–—]|-+\s|\b(?:now|actually|though|sorry|instead|because|since|after all|of course)\b))"
# "It's not a Netgear, it's a TP-Link", "it was never covid, just a cold"
_NOT_BUT = re.compile(
    rf"(?:\b(?:not|never)|n['’]t) {_ARTICLE}(?P<wrong>{_NAME}){_BESIDE}\s?[,;:–—-]+\s?(?:and )?(?:(?:but|just) |{_IS} ){{1,2}}"
    rf"(?:actually |just )?{_ARTICLE}(?P<right>{_NAME}){_END}",
    re.IGNORECASE,
)
# "It's Molly, not Millie"
_BUT_NOT = re.compile(
    rf"(?:\b{_IS} (?:actually )?{_ARTICLE}(?P<right>{_NAME}){_BESIDE},? (?:and )?|^\W*(?P<first>{_NAME}), )not {_ARTICLE}"
    rf"(?P<wrong>{_NAME}){_END}",
    re.IGNORECASE,
)
# "I said Tuesday but it's Wednesday"
_SAID = re.compile(
    rf"\b(?:said|wrote|typed|told you|put) {_ARTICLE}(?P<wrong>{_NAME})[,.]? (?:but )?(?:i )?(?:meant|{_IS}) (?:actually )?"
    rf"{_ARTICLE}(?P<right>{_NAME}){_END}",
    re.IGNORECASE,
)
# "I've given up on Spanish, it's Italian now", "I'm not allergic to cats, it's dust mites"
_IT_IS = re.compile(
    rf"[,;–—-]\s?(?:(?:but|and) )?(?:it|they)(?:['’]s|['’]re| is| was| are) (?:actually |really |just |all about )?"
    rf"{_ARTICLE}(?P<right>{_NAME})"
    rf"(?: now)?(?=\s*(?:$|[.!?]))",
    re.IGNORECASE,
)
# "Catherine is spelled Kathryn"
_SPELLED_AS = re.compile(
    r"(?:^|[.,;:!?–—-] |\b(?:and|but|so) )(?P<wrong>[A-Z][\w'’-]+)(?:['’]s| is| was)(?: name is)? (?:actually |really )?"
    r"(?:spelled|spelt|written) (?P<right>[A-Z][\w'’-]+)(?=\s*(?:$|[,.;:!?)]))"
)
_MAX_CORRECTION = 80  # characters of a text that is only a correction
# "No wait, legal said April 2nd", "did I say vet? dentist", "make that 6"
_ONLY_VALUE = re.compile(
    rf"\W*(?!no (?:longer|more)\b)(?:(?:no|nope|wait|oops|ah|oh|hmm?|sorry|correction|actually|rather|(?:scratch|check|strike) that"
    rf"|my (?:mistake|bad)|wrong (?:name|day|date|place|number|one)|hang on|hold on|typo|i (?:meant?|should have said)"
    rf"|make (?:that|it)|did i (?:say|write) {_ARTICLE}(?P<wrong>{_NAME}))\b[\s,.:;!?–—-]*)+"
    rf"(?:{_IS} )?(?:(?:\w+ ){{1,2}}(?:said|says|say) (?:it['’]s )?)?(?:actually )?{_ARTICLE}(?P<right>{_NAME})"
    rf"(?:,? (?:sorry|actually|not {_ARTICLE}(?P<other>{_NAME})))?[\s.!]*",
    re.IGNORECASE,
)
_STAR = re.compile(rf"\*(?P<right>{_NAME})[\s.!]*")  # "*Maya"
_MEANT = re.compile(r"\b(?:meant|should have said|make that|correction)\b", re.IGNORECASE)
# "Wait, not Oslo, Bergen"
_NOT_X_Y = re.compile(
    rf"\W*(?:(?:no|wait|sorry|oops|actually|correction)\b[\s,.:!–—-]*)*not {_ARTICLE}(?P<wrong>{_NAME})[,;:.–—-]+ "
    rf"(?:but |{_IS} )?{_ARTICLE}(?P<right>{_NAME})[\s.!]*",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(r"\b(?:if|whether|unless|wish|maybe|perhaps)\b", re.IGNORECASE)
_CUE = re.compile(
    r"\b(?:not|never|said|wrote|typed|told|put|with|without|spell?ed|spelt|double|(?:it|they)['’ ])|n['’]t\b",
    re.IGNORECASE,
)
_NO_VALUE = re.compile(
    r"(?:i['’]m|i['’]ve|we['’]re|we['’]ve|it['’]s|that['’]s|it|that|so|me|us|you|him|her|them|this|just|really|sure|true|fine|ok|okay|great|good|bad|too|very|been|being|going|getting|over|gone"
    r"|time|because|hard|worth|only|all|as|a|the|i|we|he|she|they|better|no|not|yet|done|nice|sad|lovely)(?: .*)?|.*ing",
    re.IGNORECASE,
)


def corrected_value(text: str) -> tuple[str, str] | None:
    """The wrong value, if it is named, and the right one of a text that is only a correction."""
    if len(text) > _MAX_CORRECTION:
        return None
    if (match := _NOT_X_Y.fullmatch(text)) and _is_value(match["wrong"]) and _is_value(match["right"]):
        return match["wrong"], match["right"]
    match = _STAR.fullmatch(text) or _ONLY_VALUE.fullmatch(text)
    words = match.groupdict() if match is not None else {}
    right, wrong = words.get("right", ""), words.get("wrong") or words.get("other") or ""
    is_common = right.islower() and not wrong and not any(map(str.isdigit, right))
    if not _is_value(right) or (is_common and not (_MEANT.search(text) or is_number(right))):
        return None  # "sorry, traffic"
    return wrong, right


def mistakes_in(sentence: str, phrases: Sequence[Phrase], speaker: str) -> Iterator[Phrase]:
    """The wrong words that a sentence names, with the right ones in their place.

    A right value after a relation that is denied or has stopped ("I'm not allergic to cats, it's dust mites") has the same
    relation.
    """
    if _CUE.search(sentence) is None or _SUPPOSED.search(sentence) is not None:
        return
    held = {phrase.object.lower() for phrase in phrases if not (phrase.ended or phrase.denied)}
    for pattern in (_BUT_NOT, _NOT_BUT, _SAID, _SPELLED_AS):
        match = pattern.search(sentence)
        words = match.groupdict() if match is not None else {}
        wrong, right = words.get("wrong") or "", words.get("right") or words.get("first") or ""
        if match is not None and _is_value(wrong) and _is_value(right) and right.lower() not in held:
            yield Phrase(
                speaker, MISTAKEN, wrong, ended=True, replacement=right, start=match.start(), dated=False
            )
            return
    over = [phrase for phrase in phrases if phrase.denied or (phrase.ended and not phrase.replacement)]
    match = _IT_IS.search(sentence)
    if match is None or not over or held or not _is_value(match["right"]):
        return
    for phrase in over[-1:]:
        if phrase.denied:
            yield replace(phrase, object=match["right"], denied=False, object_type=None)
        elif phrase.type == "STOPPED":
            yield replace(phrase, type="REPLACED", replacement=match["right"])


def _is_value(words: str) -> bool:
    return bool(words) and _NO_VALUE.fullmatch(words) is None
