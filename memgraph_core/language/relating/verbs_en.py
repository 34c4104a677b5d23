"""English verbs that word a relation: how each goes on, and what its object must be.

The rows stand in `words/relations_en.txt`, which says how they are written. A row is found by the verb itself, so
that two hundred rows cost no more than one.
"""

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache

from memgraph_core.language.word_lists import lines_of
from memgraph_core.records.kinds import EntityType


@dataclass(frozen=True, slots=True)
class Row:
    """One way to word a relation."""

    type: str
    goes_on: re.Pattern[str]  # what stands between verb and object, with the last blank
    takes: frozenset[str]
    flags: frozenset[str]


_SHORT = re.compile(r"\{([A-Z]+)\}")

# What the type of an object that has one must be, by flag. An organisation may be a place.
MUST_BE: dict[str, frozenset[EntityType]] = {
    "place": frozenset(["Place", "Organization", "Thing"]),
    "employer": frozenset(["Organization", "Thing"]),
    "person": frozenset(["Person", "Thing"]),
    "work": frozenset(["Work", "Thing"]),
    "sight": frozenset(["Place", "Organization", "Thing"]),
    "no-person": frozenset(["Place", "Organization", "Event", "Work", "Thing", "Concept"]),
    "known-person": frozenset(["Person"]),
    "known-place": frozenset(["Place"]),
    "known-event": frozenset(["Event"]),
    "known-thing": frozenset(["Organization", "Work", "Thing"]),
    "known-group": frozenset(["Organization"]),
    "known-game": frozenset(["Work", "Thing"]),
}
KNOWN = frozenset(flag for flag in MUST_BE if flag.startswith("known-"))

# Verbs whose infinitive says what somebody wants or plans.
WANTING = frozenset(
    [
        "want",
        "wants",
        "wanted",
        "wanting",
        "hope",
        "hopes",
        "hoping",
        "dream",
        "dreaming",
        "trying",
        "aspire",
        "aim",
        "aims",
        "aiming",
        "determined",
        "eager",
        "wanna",
        "wait",
        "looking",
    ]
)
PLANNING = frozenset(
    [
        "plan",
        "plans",
        "planned",
        "planning",
        "intend",
        "intends",
        "decided",
        "thinking",
        "considering",
        "excited",
    ]
)

# Verbs of pastimes, with the pastime.
PASTIMES = {
    verb: doing
    for doing, verbs in {
        "hiking": "hike hikes hiked",
        "camping": "camp camps camped",
        "swimming": "swim swims swam",
        "running": "run runs",
        "jogging": "jog jogs jogged",
        "cycling": "cycle cycles cycled",
        "biking": "bike bikes biked",
        "skiing": "ski skis skied",
        "surfing": "surf surfs surfed",
        "kayaking": "kayak kayaks kayaked",
        "climbing": "climb climbs climbed",
        "dancing": "dance dances danced",
        "knitting": "knit knits knitted",
        "gardening": "garden gardens gardened",
        "meditation": "meditate meditates meditated",
        "fishing": "fish fishes fished",
        "painting": "paint paints painted",
        "snowboarding": "snowboard snowboards snowboarded",
        "sailing": "sail sails sailed",
        "boxing": "box boxes boxed",
    }.items()
    for verb in verbs.split()
}

# Simple pasts that do not end in "ed".
PASTS = frozenset(
    [
        "taught",
        "led",
        "ran",
        "spoke",
        "had",
        "held",
        "drove",
        "went",
        "bought",
        "got",
        "wrote",
        "drew",
        "made",
        "knew",
        "saw",
        "met",
        "took",
        "began",
        "found",
        "grew",
        "came",
        "broke",
        "won",
        "sang",
        "swam",
        "gave",
        "quit",
        "left",
        "flew",
        "read",
        "was",
        "were",
        "did",
        "built",
        "became",
        "spent",
        "caught",
        "brought",
        "kept",
        "saw",
        "fell",
        "sat",
        "thought",
        "hurt",
        "tore",
        "put",
        "hit",
        "sold",
        "lost",
        "cut",
        "threw",
        "told",
        "ate",
        "drank",
        "wore",
        "stood",
        "sent",
        "rode",
        "woke",
        "paid",
        "felt",
        "heard",
        "shot",
        "sang",
    ]
)


def is_past(verb: str) -> bool:
    """Whether a verb has the form of a simple past."""
    return verb in PASTS or verb.endswith("ed")


@cache
def rows() -> dict[str, tuple[Row, ...]]:
    """The rows by verb form."""
    found: defaultdict[str, list[Row]] = defaultdict(list)
    for type_, verbs, goes_on, takes, flags in _table():
        row = Row(type_, re.compile(rf"{goes_on} "), frozenset(takes.split()), frozenset(flags.split()))
        for verb in dict.fromkeys(verbs.split()):
            found[verb].append(row)
    return {verb: tuple(rows_of_verb) for verb, rows_of_verb in found.items()}


@cache
def _table() -> tuple[tuple[str, ...], ...]:
    """The columns of `words/relations_en.txt`, written out in full."""
    lines = lines_of("relations_en")
    short = dict(line[1:].split(" ", 1) for line in lines if line.startswith("="))
    table = [
        [_SHORT.sub(lambda m: short[m[1]], c.strip()) for c in line.split(" ;")]
        for line in lines
        if line[0] != "="
    ]
    return tuple(
        (t, verbs, re.sub("^_", " ", goes_on), takes, flags) for t, verbs, goes_on, takes, flags in table
    )


# Forms that only follow "I", "you", "they" or an auxiliary; after a name they show that the clause is another's:
# "I helped Ada move to Rome".
_BASE_TOO = frozenset(
    [
        "get",
        "take",
        "own",
        "go",
        "do",
        "have",
        "begin",
        "open",
        "set",
        "keep",
        "quit",
        "want",
        "hope",
        "plan",
        "need",
        "try",
        "love",
        "enjoy",
    ]
)


@cache
def base_forms() -> frozenset[str]:
    """The infinitives of the table."""
    first = {verbs.split()[0] for _, verbs, *_ in _table()}
    return frozenset(verb for verb in first | _BASE_TOO if not is_past(verb) and verb not in ("met", "fan"))
