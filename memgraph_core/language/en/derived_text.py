"""English words of derived notes."""

from datetime import date, datetime

from memgraph_core.language.timing.calendar import MONTHS
from memgraph_core.records.kinds import Grain

_IRREGULAR = {"have": "has", "do": "does", "go": "goes", "be": "is"}
_SIBILANT = ("s", "sh", "ch", "x", "z", "o")
_VOWELS = "aeiou"


class EnglishDerivedText:
    """English."""

    code = "en"

    def done(self, phrase: str) -> str:
        """`drink coffee` becomes `drinks coffee`."""
        verb, blank, rest = phrase.partition(" ")
        return _third_person(verb) + blank + rest

    def having(self, thing: str) -> str:
        """As in `have stand-up`."""
        return f"have {thing}"

    def mentioning(self, thing: str) -> str:
        """As in `mention choir`."""
        return f"mention {thing}"

    def without(self, thing: str) -> str:
        """As in `no choir`."""
        return f"no {thing}"

    def day(self, moment: date, grain: Grain | None = None) -> str:
        """As in `5 January 2026`, `January 2026` and `2026`."""
        if grain == "year":
            return str(moment.year)
        if grain == "month":
            return f"{MONTHS[moment.month - 1].capitalize()} {moment.year}"
        return f"{moment.day} {MONTHS[moment.month - 1].capitalize()} {moment.year}"

    def label(self, relation: str) -> str:
        """The words of the type: `lives in`."""
        return relation.lower().replace("_", " ")


def date_words(moment: datetime) -> str:
    """A date for full-text search, as in `2026 march 20`."""
    return f"{moment.year} {MONTHS[moment.month - 1]} {moment.day}"


def _third_person(verb: str) -> str:
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("y") and verb[-2:-1] not in _VOWELS:
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(_SIBILANT) else "s")
