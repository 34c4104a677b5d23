"""Plans that an English sentence gives up: "we've decided not to move to Spain", "I no longer want to learn the banjo".

The sentence is read as if it stated the plan, so that the plan has the words under which it was stored.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from memgraph_core.language.en.parser import parsed
from memgraph_core.language.spans import Span
from memgraph_core.language.vocabulary import Phrase

_BE = r"(?:['’](?:m|re|s)|(?<=\w) (?:am|are|is))"
_NOT_TO = re.compile(
    r"(?:(?:['’](?:ve|s|d)|(?<=\w) (?:have|has|had))? (?:(?:now|just|finally|both) )?(?:decided|chosen|agreed|opted) not"
    r"|(?<=\w) (?:do not|don['’]?t|doesn['’]?t|does not|no longer) (?:want|wants|plan|plans|intend|intends|wish)"
    rf"|{_BE} (?:not|no longer) (?:going|planning|intending)) to(?= [a-z])",
    re.IGNORECASE,
)
_NOT_GOING_ON = re.compile(
    rf"(?:{_BE} (?:not|no longer)|(?<=\w) (?:won['’]?t|will not) be) (?P<verb>[a-z]+ing)"
    r"(?=\s.*?\b(?:after all|any ?more)\b)",
    re.IGNORECASE,
)
_OVER = re.compile(r",? (?:after all|any ?more)\b", re.IGNORECASE)
_END = re.compile(r"[,;.!?]")
# A plan that its own sentence gives up: "I was going to fly to Oslo in May, but that's cancelled".
_CANCELLED = re.compile(
    r"[,;—–-] ?(?:but |and |then |now |only |sadly )*|\b(?:but|until|and then) (?:now |then |sadly |of course )?",
    re.IGNORECASE,
)
_IT = r"(?:that|it|this|the (?:trip|plans?|whole (?:thing|trip|plan)|idea|flights?|booking))"
_BE_NOW = r"(?:['’]s|['’]re|['’]ve| (?:is|are|was|were|has|have|got|had))?(?: (?:been|now|all|just|already|since|got))*"
_CALLED_OFF = re.compile(
    rf"{_IT}{_BE_NOW} (?:cancell?ed|called off|off|scrapped|dead|postponed indefinitely|not happening|over)(?! (?:to|the|from)\b)\b"
    rf"|{_IT} (?:fell through|didn['’]t happen|isn['’]t happening|won['’]t happen|never happened)\b"
    rf"|(?:we|i|he|she|they)(?:['’]ve|['’]s| have| has)?(?: (?:just|now|both|all|had to|have to|decided to))* "
    rf"(?:cancel(?:led|ed)?|call(?:ed)?|scrap(?:ped)?|drop(?:ped)?|shelved?) (?:{_IT}|(?:it|that) off|off)\b"
    r"|(?:we|i|he|she|they)(?:['’]ve|['’]s| have| has)? (?:decided against it|changed (?:my|our|his|her|their) minds?)\b",
    re.IGNORECASE,
)
_PLANS = frozenset(["PLANS_TO", "WANTS", "DECIDED"])


def without_cancelled(sentence: str, phrases: Sequence[Phrase]) -> list[Phrase]:
    """The relations of a sentence, with the ends of the plans that a later clause of it gives up."""
    offs = [
        border.start()
        for border in _CANCELLED.finditer(sentence)
        if _CALLED_OFF.match(sentence, border.end()) is not None
    ]
    if not offs:
        return list(phrases)
    return [_given_up(phrase) if phrase.start < max(offs) else phrase for phrase in phrases]


def _given_up(phrase: Phrase) -> Phrase:
    """The end of a plan; another relation is returned as it is."""
    plan = phrase.as_plan("en") if phrase.plan else phrase
    is_open = plan is not None and plan.type in _PLANS and not (plan.ended or plan.denied)
    return replace(plan, ended=True, dated=False) if plan is not None and is_open else phrase


Read = Callable[[str, Sequence[Span], str], list[Phrase]]


def plans_given_up(sentence: str, spans: Sequence[Span], speaker: str, read: Read) -> Iterator[Phrase]:
    """The ends of the plans that a sentence gives up. `read` finds the relations of a sentence."""
    match = _NOT_TO.search(sentence) or _NOT_GOING_ON.search(sentence)
    if match is None:
        return
    verb = match.groupdict().get("verb")
    words = f" want to {parsed(verb)[0].lemma_}" if verb else " want to"
    end = _END.search(sentence, match.end())
    last = len(sentence) if end is None else end.start()
    rest = _OVER.sub("", sentence[match.end() : last])
    if any(ent.label_ in ("DATE", "TIME") for ent in parsed(rest).ents) and not _OVER.search(sentence):
        return  # "I'm not going to visit Oslo in winter"
    moved = len(words) - (match.end() - match.start())
    within = (span for span in spans if span.end <= last)
    kept = [
        span if span.end <= match.start() else replace(span, start=span.start + moved, end=span.end + moved)
        for span in within
        if span.end <= match.start() or span.start >= match.end()
    ]
    for phrase in read(sentence[: match.start()] + words + rest, kept, speaker):
        plan = phrase.as_plan("en") if phrase.plan else phrase
        if plan is not None and plan.type in _PLANS and not (plan.ended or plan.denied):
            yield replace(plan, type="CHANGED_MIND", ended=True, start=0, dated=False)
