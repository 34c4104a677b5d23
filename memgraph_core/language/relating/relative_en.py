"""English relations whose object stands before its verb: "the vase I made", "a class that Ada is taking".

The clause is read as if the object stood behind its verb, by the same rows.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from memgraph_core.language.relating.clauses_en import Predicate, mood_of
from memgraph_core.language.relating.mask import OWNER, SOMEBODY, Masked
from memgraph_core.language.word_lists import groups_of

_MOOD = (
    r"(?P<aux>(?:['’](?:m|s|re|ve)|(?: (?:am|is|are|was|were|have|has|had|been|just|recently|also|always|finally"
    r"|already|once|first))){0,4})"
)
_WHOSE = re.compile(
    rf"\b(?:(?i:the|an?|this|that|these|those|some|another|my)"
    rf"|[{OWNER}]) (?P<o>(?:[a-z0-9'’-]{{2,15}} ){{0,3}}[a-z'’-]{{3,15}})(?: (?:that|which))?"
    rf" (?P<s>[{SOMEBODY}]){_MOOD} (?P<verb>[a-z]+)(?P<rest>(?: (?:to|at|for|in|on|up|of))?)"
    r"(?=[,.;:!?)]|$| (?:last|this|yesterday|today|a (?:few|couple|week|month|year|while)|two|three|for|in|on|with|when|back|is|was"
    r"|are|were|and|has|had|really|recently|\d)\b| [-–—] )"
)
_FOLLOWED = re.compile(rf"[\w’'{SOMEBODY}] [{SOMEBODY}]")  # else nobody stands behind a thing or a giver
_GIVEN = re.compile(
    rf"[{SOMEBODY}](?P<aux>(?: (?:just|also|even|once|recently|finally|has|had|have))?) (?P<verb>gave|bought|sent|made|handed"
    rf"|knitted|lent|taught|given) (?P<s>[{SOMEBODY}])(?= (?:an?|some|the|my|two|three|new|how|to|[{OWNER}])\b| [{OWNER}])"
)
_ALONE = frozenset(["went", "working", "volunteer", "volunteered", "enrolled"])  # which need "to", "on", "at"


def turned_in(masked: Masked) -> Iterator[Predicate]:
    """The predicates whose object is named before them, and what somebody was given, each with a text of its own."""
    if not _FOLLOWED.search(masked.text):
        return
    yield from _given(masked)
    for match in _WHOSE.finditer(masked.text):
        verb = match["verb"]
        if verb not in groups_of("verb_groups_en")["before"] or (verb in _ALONE) != bool(match["rest"]):
            continue
        if masked.written(match["s"]).lower() == "you":
            continue
        said = f"{match['s']}{match['aux']} {verb}"
        turned = f"{said}{match['rest']} {match['o']}."
        offsets = (masked.offsets[match.start("s")],) * (len(turned) + 1)
        clause = replace(masked, text=turned, offsets=offsets)
        yield Predicate(clause, (masked.name(match["s"]),), 0, len(said), verb, mood_of(match["aux"]), 0.6)


def _given(masked: Masked) -> Iterator[Predicate]:
    """`My aunt gave me a watch`: I was given one."""
    for match in _GIVEN.finditer(masked.text):
        if masked.written(match["s"]).lower() in ("you", "he", "she", "they") or (
            masked.name(match[0][0]) == masked.name(match["s"])
        ):
            continue
        verb = "was-taught" if match["verb"] == "taught" else "was-given"
        mood = mood_of(match["aux"])
        yield Predicate(masked, (masked.name(match["s"]),), match.start("s"), match.end("s"), verb, mood, 0.6)
