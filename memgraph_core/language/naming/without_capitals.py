"""Names in English texts that have no capitals: the places where only the name of a person stands."""

import re
from collections.abc import Collection, Iterator
from functools import lru_cache

from memgraph_core.language.naming.capitals import in_small_letters, is_ordinary
from memgraph_core.language.naming.lists import listed
from memgraph_core.language.persons.given_names import is_given_name
from memgraph_core.language.persons.kin import alternation, kin_words
from memgraph_core.language.terms import stop_words
from memgraph_core.language.timing.calendar import MONTHS, WEEKDAYS
from memgraph_core.language.word_lists import groups_of, word_set

_NO_NAMES = {*word_set("small_letters_en"), *MONTHS, *WEEKDAYS}
# Words that are no names by themselves: jasmine, german of "german shepherd".
_OTHER_WORDS = word_set("names_of_things_en").union(*(form.split() for form in kin_words("en")))
_COMPOUND = groups_of("kin_cues_en")["compound"]  # "my dog park", "our family trip"
_CAPITAL = re.compile(r"(?!I\b)[A-Z]")  # the pronoun is no evidence
_SMALL_WORD = re.compile(r"(?<![\w@#/.’'-])[a-z]{3,20}(?![\w@/-])")
_TITLED = re.compile(r"\b(?:dr|mr|mrs|ms|prof)\.? (?P<name>[a-z]{2,20})\b")
_PLACES_OF_NAMES = (
    re.compile(r"\b(?:called|named|name['’]?s|name is) (?P<name>[a-z]{2,20})\b(?!['’ ]?(?:the|it|him|her|them|me|us|off)\b)"),
    re.compile(r"^\W*(?:(?:hi|hey|hello|morning|evening)\W+)?(?P<name>[a-z]{2,20}) here(?=\s*[.,!;:]|$)"),
    re.compile(
        r"\b(?:my|our|his|her|their) (?:(?:little|big|older|younger|elder|eldest|youngest|best|baby|twin|new|late|old) )?"
        rf"(?P<kin>{alternation(kin_words('en'))}),? (?P<name>[a-z]{{2,20}})(?=['’]s\b|[,.!;]|$"
        r"| (?:is|was|has|had|lives?|works?|got|came|comes|rang|and|said|says|moved|turned|turns|started|starts|went|goes)\b)"
    ),
    re.compile(  # the speaker's own parents, as in "mum's in hospital"
        r"(?:^|(?<=[,;:.!?] )|\b(?:and|but|so|because|when|that|with|for|about|as) )"
        r"(?P<name>mum|mam|mom|dad|grandad|grandma|grandpa|granny)(?=['’]s\b| (?!of\b)[a-z])"
    ),
    _TITLED,
)  # fmt: skip
_LIVING_OR_WORKING = re.compile(
    r"\b(?:(?P<lives>(?:live[sd]?|living|based|moved|moving|born|grew up|raised) (?:in|to|from|near))"
    r"|(?:works?|worked|working|start|started|job|years?|yrs) (?:at|for|with)) (?P<name>[a-z]{3,20})\b"
)


def with_usual_letters(text: str, names: Collection[str] = ()) -> str:
    """The text with clauses in capitals in small letters; in a text without capitals, with a capital for each name of a person
    that its words show: "my sister clara", "a dog called bailey", "dr anand". The length of the text stays the same.
    """
    return _with_capitals(text) if is_in_small_letters(text) else in_small_letters(text, names)


@lru_cache(maxsize=256)  # a text is read for names, for kin and for relations
def _with_capitals(text: str) -> str:
    letters = list(text)
    for at in _starts_of_names(text):
        letters[at] = letters[at].upper()
    return "".join(letters)


def is_in_small_letters(text: str) -> bool:
    """Whether a text has no capitals but those of the pronoun."""
    return _CAPITAL.search(text) is None


def _starts_of_names(text: str) -> Iterator[int]:
    """The offsets of the words that are names, and of the titles before them."""
    for pattern in _PLACES_OF_NAMES:
        yield from (match.start("name") for match in pattern.finditer(text) if _may_be_name(match))
    yield from (match.start() for match in _TITLED.finditer(text))
    for match in _LIVING_OR_WORKING.finditer(text):
        name = match["name"]
        is_place = match["lives"] is not None and listed().get(name) == "Place"
        if is_place or not (is_ordinary(name) or name in _NO_NAMES):
            yield match.start("name")
    for match in _SMALL_WORD.finditer(text):
        word = match[0]
        is_other = is_ordinary(word) or word in _NO_NAMES or word in _OTHER_WORDS
        if is_given_name(word.capitalize()) and not is_other:
            yield match.start()


def _may_be_name(match: re.Match[str]) -> bool:
    """Whether the word of a match is a name: not the noun of "my dentist appointment" or "our cat food"."""
    name, kin = match["name"], match.groupdict().get("kin")
    if name in _NO_NAMES or name in stop_words() or name in _COMPOUND:
        return False
    is_pet = kin is not None and kin_words("en")[kin].is_pet
    return kin is None or is_pet or is_given_name(name.capitalize()) or not is_ordinary(name)
