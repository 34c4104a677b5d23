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
_PLANS = frozenset(["PLANS_TO", "WANTS", "DECIDED"])


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
