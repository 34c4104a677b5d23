"""Whether a capital letter is evidence for a name in English: ordinary words, texts in capitals and texts without any."""

import re
from collections.abc import Collection, Mapping

from memgraph_core.language.naming.lists import listed, ordinary, spellings
from memgraph_core.language.persons.given_names import is_given_name
from memgraph_core.language.persons.kin import alternation, kin_words
from memgraph_core.language.terms import stop_words
from memgraph_core.language.timing.calendar import MONTHS, WEEKDAYS
from memgraph_core.language.word_lists import groups_of

SUFFIX = re.compile(r"['’](?:s|S|re|ve|ll|d|m)$")
NEGATED = re.compile(r"n['’]t$", re.IGNORECASE)
_ENDINGS = (
    "ing", "ed", "ly", "ies", "es", "s", "er", "est", "ness", "y", "ful", "less", "able", "tion", "ment",
    "ier", "iest", "ied", "ism", "ist",
)  # fmt: skip
# Words that are seldom names where a name is expected, though the list of given names or their place would allow it.
_NO_NAMES = frozenset(
    """will may mark art bill rose hope grace faith joy sunny max dear honey gran nan nana auntie uncle son doc
    sally-ann work home school back ill sick better fine down over here there now today tomorrow yesterday again also still just
    always never both once twice who which that this the an and or but so as at in on of for from with without about
    someone somebody nobody anyone everyone people friend friends love sweet baby boy girl off out up""".split()
)
_COMPOUND = groups_of("kin_cues_en")["compound"]  # "my dog park", "our family trip"
_NO_NAMES |= {*MONTHS, *WEEKDAYS}
# At least three words in capitals.
_IN_CAPITALS = re.compile(r"(?<![\w'’])(?:[A-Z][A-Z'’]*,? ){2,}[A-Z][A-Z'’]*(?![\w'’])")
_WORD = re.compile(r"[A-Z][A-Z'’]*")
_PAIR = re.compile(r"(?<!\w)(?=(?P<words>[A-Za-z]+ [A-Za-z]+))")
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
_LONGEST_ABBREVIATION = 3  # letters of a word that is neither ordinary nor a name: `AWS`


def in_small_letters(text: str, names: Collection[str] = ()) -> str:
    """The text with the clauses in capitals in small letters: "TOM GOT THE JOB!" becomes "Tom got the job!".

    Given names, listed names and `names` keep a capital. The length of the text stays the same.
    """
    if _IN_CAPITALS.search(text) is None:
        return text
    written = {word.upper(): word for name in names for word in name.split()}

    def small(match: re.Match[str]) -> str:
        word = SUFFIX.sub("", match[0])
        ending = match[0][len(word) :].lower()
        if word == "I":
            return f"I{ending}"
        if is_ordinary(word):
            return word.lower() + ending
        name = written.get(word) or spellings().get(word.lower())
        if name is None and is_given_name(word.capitalize()):
            name = word.capitalize()
        if name is None or len(name) != len(word):
            name = word if len(word) <= _LONGEST_ABBREVIATION else word.lower()
        return name + ending

    def clause(match: re.Match[str]) -> str:
        words = _WORD.findall(match[0])
        is_clause = sum(map(is_ordinary, words)) > len(words) / 2
        if not is_clause:
            return match[0]
        found = _with_pairs(_WORD.sub(small, match[0]), {name.lower(): name for name in names})
        opens = text[: match.start()].rstrip()[-1:] in ("", ".", "!", "?")
        return found[0].upper() + found[1:] if opens else found

    return _IN_CAPITALS.sub(clause, text)


def with_usual_letters(text: str, names: Collection[str] = ()) -> str:
    """The text with clauses in capitals in small letters; in a text without capitals, with a capital for each name of a person
    that its words show: "my sister clara", "a dog called bailey", "dr anand". The length of the text stays the same.
    """
    if not is_in_small_letters(text):
        return in_small_letters(text, names)
    found = text
    for pattern in _PLACES_OF_NAMES:
        for match in pattern.finditer(text):
            if _may_be_name(match):
                found = _with_capital(found, match.start("name"))
        if pattern is _TITLED:
            for match in pattern.finditer(text):
                found = _with_capital(found, match.start())
    for match in _LIVING_OR_WORKING.finditer(text):
        name = match["name"]
        is_place = match["lives"] is not None and listed().get(name) == "Place"
        if is_place or not (is_ordinary(name) or name in _NO_NAMES):
            found = _with_capital(found, match.start("name"))
    for match in _SMALL_WORD.finditer(text):
        if is_given_name(match[0].capitalize()) and not is_ordinary(match[0]) and match[0] not in _NO_NAMES:
            found = _with_capital(found, match.start())
    return found


def _may_be_name(match: re.Match[str]) -> bool:
    """Whether the word of a match is a name: not the noun of "my dentist appointment" or "our cat food"."""
    name, kin = match["name"], match.groupdict().get("kin")
    if name in _NO_NAMES or name in stop_words() or name in _COMPOUND:
        return False
    is_pet = kin is not None and kin_words("en")[kin].is_pet
    return kin is None or is_pet or is_given_name(name.capitalize()) or not is_ordinary(name)


def is_in_small_letters(text: str) -> bool:
    """Whether a text has no capitals but those of the pronoun."""
    return _CAPITAL.search(text) is None


def _with_capital(text: str, at: int) -> str:
    return f"{text[:at]}{text[at].upper()}{text[at + 1 :]}"


def _with_pairs(text: str, names: Mapping[str, str]) -> str:
    """The text with the names of two words as they are written: `New York`. `names` is the spelling by lower case."""
    for match in _PAIR.finditer(text):
        pair = match["words"].lower()
        name = names.get(pair) or spellings().get(pair)
        if name is not None and len(name) == len(pair):
            text = f"{text[: match.start()]}{name}{text[match.end('words') :]}"
    return text


def has_meaningless_capitals(text: str) -> bool:
    """Whether capitals are no evidence because almost every word has one: text in capitals, or a headline."""
    words = [word for word in text.split() if len(word) > 1 and word[0].isalpha()]
    if len(words) > 2 and sum(word.isupper() for word in words) > 0.7 * len(words):
        return True
    return (
        len(words) > 4
        and sum(word[0].isupper() for word in words) > 0.7 * len(words)
        and any(word[0].isupper() and is_ordinary(word) for word in words[1:])
    )


def is_listed_as_ordinary(word: str) -> bool:
    """Whether a word is itself in the list of common English words. Its case does not matter."""
    bare = SUFFIX.sub("", word).lower().rstrip(".")
    return bare in ordinary() or bare in stop_words()


def is_ordinary(word: str) -> bool:
    """Whether a word is a common English word or a form of one. Its case does not matter."""
    bare = SUFFIX.sub("", word).lower().rstrip(".")
    if bare in ordinary() or bare in stop_words() or NEGATED.search(word):
        return True
    if "-" in bare:
        return all(is_ordinary(part) for part in bare.split("-") if part)
    return any(_without(bare, ending) for ending in _ENDINGS if bare.endswith(ending))


def _without(word: str, ending: str) -> bool:
    stem = word[: -len(ending)]
    if len(stem) < 2:
        return False
    doubled = len(stem) > 3 and stem[-1] == stem[-2] and stem[:-1] in ordinary()
    return stem in ordinary() or f"{stem}e" in ordinary() or f"{stem}y" in ordinary() or doubled
