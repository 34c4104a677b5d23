"""Rules that a speaker sets for an assistant or a project: REQUIRES facts.

A lasting rule says so ("always", "never", "from now on", "by default") or forbids something. A request for one answer
("write me a letter") is not a rule.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from memgraph_core.language.en.nouns import noun_classes
from memgraph_core.language.en.slots import Ends
from memgraph_core.language.en.verbs import is_request
from memgraph_core.language.stating.asked_rules import asked_rule
from memgraph_core.language.vocabulary import Phrase

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

REQUIRES = "REQUIRES"
_CONFIDENCE = 0.75
_LASTING = re.compile(
    r"\b(?:always|never|from (?:now|here|this point|today) on(?:wards?)?|going forward|by default"
    r"|in (?:the )?future|whenever|every time"
    r"|^only (?:use|write|answer|reply|return|output|include)|^in (?:all|every|any) \w+|each time"
    r"|until further notice|as a rule|at all times|under no circumstances|without asking|before you|unless i)\b",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"^(?:(?:please|and|also|from (?:now|here|this point|today) on(?:wards?)?|going forward|by default"
    r"|in (?:the )?future|as a rule"
    r"|always|just|oh|remember|remember to|make sure (?:to|you|that you))[,:]?\s+)+",
    re.IGNORECASE,
)
_FORBIDDEN = re.compile(
    r"^(?:please\s+)?(?:do not|don['’]t|never|avoid)\s+(?:ever\s+)?(?P<verb>\w+)", re.IGNORECASE
)
_NO = re.compile(
    r"^(?:so |and |please,? |but )*(?P<rule>(?:no|zero) (?P<what>[\w\s/'’-]{2,60}?))(?: please)?[.!]?$",
    re.IGNORECASE,
)
_ONLY = re.compile(
    r"^(?P<rule>(?:only [\w .+#/-]{2,40}|[\w .+#/-]{2,40} (?:only|everywhere)|(?:max(?:imum)?|at most|under"
    r"|up to) [\w ]{2,30}))[.!]?$",
    re.IGNORECASE,
)
# "You can use emojis again", "no need to reply in French any more": a rule that no longer holds
_LIFTED = re.compile(
    r"^(?:ok|okay|fine|right|so|well|and|but)?[,.]?\s*"
    r"(?:(?:you (?:can|may)|you['’]re free to|feel free to|it['’]s (?:ok|okay|fine) to)"
    r" (?:now )?[a-z]+ (?:the |your |any )?(?P<allowed>[\w' -]{3,40}?)"
    r"|(?:no need to|you (?:don['’]t|no longer) (?:have|need) to) (?P<needed>[\w' -]{3,60}?))"
    r"(?: (?:now|again|any ?more|after all|if you (?:like|want)))*(?:[,.;!]|$)",
    re.IGNORECASE,
)
_RULE = re.compile(r"^(?:and |but |or )")


def directives_in(doc: "Doc", ends: Ends) -> Iterator[Phrase]:
    """The rules in a parsed part of a sentence."""
    root = next((t for t in doc if t.dep_ == "ROOT"), None)
    if root is None:
        return
    text = ends.text(doc, 0, len(doc) - 1)
    if (asked := asked_rule(text)) is not None:
        yield _phrase(ends.speaker, asked, root)
    elif (lifted := _LIFTED.match(text)) is not None:
        what = lifted["allowed"] or lifted["needed"]
        yield replace(_phrase(ends.speaker, what, root), type="LIFTED", ended=True)
    else:
        yield from _stated_rules(doc, root, text, ends)


def _stated_rules(doc: "Doc", root: "Token", text: str, ends: Ends) -> Iterator[Phrase]:
    is_imperative = is_request(root) and root.left_edge.i + 3 >= root.i
    if root.pos_ in ("ADP", "NOUN", "PROPN") and not _LASTING.match(text):
        is_imperative = False
    if root.tag_ in ("VBD", "VBG", "VBN", "VBZ") or root.pos_ == "ADV":
        return  # "always been into chess", "never met him", "never misses a day", "always ready for more"
    if ends.span(root) is not None:
        is_imperative = False  # a name that the parser takes for a verb
    has_subject = any(t.dep_ in ("nsubj", "nsubjpass") and t.head.i == root.i for t in doc)
    if (
        is_imperative
        or _FORBIDDEN.match(text)
        or (_LASTING.match(text) and not has_subject and "," not in text[:8])
    ):
        if _is_rule(root, text):
            for rule in _rules(text):
                yield _phrase(ends.speaker, rule, root)
    elif root.pos_ not in ("VERB", "AUX"):
        for rule in _fragment_rules(root, text):
            yield _phrase(ends.speaker, rule, root)


def _is_rule(root: "Token", text: str) -> bool:
    if root.lemma_ in _KIND or root.pos_ == "ADJ" or _NO_RULE.match(text):
        return False
    if any(c.dep_ == "dobj" and c.lower_ in ("it", "that", "this") for c in root.rights):
        return False  # "don't mention that to anyone": about what was just said
    forbidden = _FORBIDDEN.match(text)
    if forbidden is not None:  # not "never trust a thin chef"
        return is_of_verbs(forbidden["verb"])
    if _LASTING.search(text):
        return not re.search(r"\b(?:never mind|before you know|never fear)\b", text, re.IGNORECASE)
    return root.lemma_ in ("stick", "keep") and bool(
        re.search(
            r"\b(?:stick to|keep (?:it(?! up)|answers?|replies|responses|them|the \w+) \w+\b(?! with\b))",
            text,
            re.IGNORECASE,
        )
    )


_NO_RULE = re.compile(
    r"(?:do not|don['’]t|never) give up\b|(?:always|never) (?:an?|the|my|your|so|such)\b|never \w+ing\b"
    r"|always \w+ed\b|never (?:been|had|seen|done|gone|got|was|were|did|\w+ed)\b",
    re.IGNORECASE,
)
_KIND = frozenset(
    ["forget", "worry", "hesitate", "let", "enjoy", "feel", "remind", "say", "happen", "love", "look", "hope"]
)


def is_of_verbs(word: str) -> bool:
    """Whether a rule may forbid this to somebody who works for another person."""
    return word.lower() in noun_classes()["task_verb"]


def _rules(text: str) -> Iterator[str]:
    """The rules of an imperative. The text after a comma may be another one: "bullet points, max five, no emojis"."""
    pieces = [
        piece.strip(" .!")
        for piece in re.split(r",\s+(?=(?:no|max|at most|never|always|only|and|otherwise)\b)", text)
    ]
    for piece in pieces:
        rule = _RULE.sub("", _OPENING.sub("", piece)).strip()
        if len(rule.split()) >= 2 and rule.count('"') % 2 == 0:
            yield rule[0].lower() + rule[1:]


def _fragment_rules(root: "Token", text: str) -> Iterator[str]:
    for piece in re.split(r",\s+(?:and\s+)?", text):
        no, only = _NO.match(piece.strip()), _ONLY.match(piece.strip())
        if no is not None and (_names_output(no["what"])):
            yield no["rule"].strip()
        elif (
            only is not None
            and root.pos_ in ("NOUN", "PROPN", "NUM")
            and (_names_output(only["rule"]) or re.search(r"\d.* (?:only|everywhere)$", only["rule"]))
        ):
            yield only["rule"].strip()


def _names_output(words: str) -> bool:
    """Whether words name what an assistant produces: code, emojis, comments."""
    output = noun_classes()["output"]
    return any(not output.isdisjoint((word, word.rstrip("s"))) for word in words.lower().split())


def _phrase(subject: str, rule: str, token: "Token") -> Phrase:
    return Phrase(
        subject, REQUIRES, rule, object_type="Concept", start=token.idx, confidence=_CONFIDENCE, dated=False
    )
