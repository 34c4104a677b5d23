"""The names that an English text states next to its words for kin: "my sister Clara", "Clara, my sister,"."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import takewhile

from memgraph_core.language.persons.given_names import is_given_name
from memgraph_core.language.persons.kin import KinWord
from memgraph_core.language.scripts import CAPITAL
from memgraph_core.language.terms import stop_words
from memgraph_core.language.timing.calendar import MONTHS, WEEKDAYS
from memgraph_core.language.word_lists import groups_of

CUES = groups_of("kin_cues_en")
_NO_NAME = {*MONTHS, *WEEKDAYS} | CUES["no_name"]
# Words whose 's marks no owner: "that's my", "it's", "today's kids".
NO_OWNER = CUES["no_owner"]
NAME = rf"[{CAPITAL}][^\W\d_]{{0,20}}(?:[-'’][{CAPITAL}][^\W\d_]{{0,20}})?(?:['’](?!s\b)[^\W\d_]{{1,10}})?"
_TITLE = r"(?:Mr|Mrs|Ms|Miss|Dr|Prof)\.? "
_PARTICLES = r"(?:(?:van|von|de|der|den|del|della|di|da|dos|du|la|le|bin|al|ten|ter) ){0,2}"
WHOLE_NAME = rf"(?:{_TITLE})?{NAME}(?: {_PARTICLES}{NAME}){{0,2}}"
CALLED = re.compile(
    rf"(?:,?(?: (?:who|which) (?:is|was)| (?:is|was)|['’]s)? (?:named|called|nicknamed)|['’]s name(?: is| was|['’]s)|"
    rf",? whose name(?: is| was|['’]s)|,? (?:his|her|its) name(?: is| was|['’]s)) (?P<name>{WHOLE_NAME})"
)
# "is called Anders too": another person has the name as well, so that the name alone means neither of them.
_SHARED = re.compile(r",? (?:too|as well)\b")
_NAME_BEHIND = re.compile(
    rf"(?:(?: |, ?| \(| [-–—] )(?P<first>(?:{_TITLE})?{NAME})"
    rf"(?: (?P<last>{_PARTICLES}{NAME}(?: {_PARTICLES}{NAME})?))?)(?P<close>\)|, | [-–—] |)"
)
_NAME_AT_END = re.compile(rf", (?P<name>{NAME})(?=[.!?]|$)")
_HAS_ONE = re.compile(
    r"\b(?:have|has|'ve|got|adopted|own) (?:got )?an? (?:[a-z]+ ){0,3}[a-z]+$", re.IGNORECASE
)
_IS = re.compile(
    rf"(?: (?:is|was)|['’]s) (?:now |still |currently )?(?P<name>{WHOLE_NAME})(?=[,.!?;]|$| at\b| and\b)"
)
_WORKING = frozenset(
    ["REPORTS_TO", "KNOWS", "COLLEAGUE_OF", "HAS_GP", "HAS_DENTIST", "HAS_THERAPIST", "HAS_LANDLORD"]
)
# What may be added to a name in a list: "Theo, who's 15", "Nell (7)", "Carly, 24, in Denver".
_AGE = (
    r"(?:,? who (?:is|was|has just turned|just turned|turned|turns)(?: now)? \d{1,2}"
    r"|,? who['’]s (?:just turned |now )?\d{1,2}|,? aged \d{1,2}|(?:, ?| )\(?\d{1,2}\)?(?![\w%$€£]| (?!and\b|in\b|who\b)\w))"
    r"(?: (?:last|this|next) \w+| today| now| yesterday)?"
)
_ONE = rf"(?:\d{{1,2}}-year-old )?{NAME}(?:{_AGE})?(?:,? in {NAME})?"
_MEMBERS = re.compile(
    rf"(?:,? (?:are|were))?(?: (?:named|called))?(?: |, ?| \(|: ?)"
    rf"(?P<list>{_ONE}(?:, {_ONE}){{0,4}},? (?:and|&) {_ONE})(?!['’]s)"
)
_MEMBER = re.compile(
    rf"(?:^|,? (?:and|&) |, )(?:\d{{1,2}}-year-old )?(?P<name>{NAME})(?:{_AGE})?(?:,? in {NAME})?"
)
_MAX_NAME_BEFORE = 80  # characters between the start of a name and the kin after it
_MEMBERS_AND_VERB_BEFORE = re.compile(
    rf"(?<![\w'’-])(?P<list>{WHOLE_NAME}(?:, {WHOLE_NAME}){{0,4}},? (?:and|&) {WHOLE_NAME}) (?:are|were)"
    r"(?: (?:both|all|also|still|now))? $"
)
_NAME_AND_VERB_BEFORE = re.compile(
    rf"(?<![\w'’-])(?P<name>{WHOLE_NAME})(?: (?:is|was)|['’]s|,? who (?:is|was)|,? who['’]s|(?P<that>, that['’]?s))"
    r"(?: (?:also|still|now|currently))? $"
)
_NAME_BEFORE = re.compile(rf"(?<![\w'’-])(?P<name>{WHOLE_NAME})(?:,| \(| [-–—]) ?$")
# What follows the words for a pet that explain its name: "Juno, our greyhound, …", "there's Waffles, my 13-year-old lab".
_PET_CLOSES = re.compile(r"(?:,|\)| [-–—]| (?:and|is|was|has)\b|[.!;]|$)")


def name_next_to(text: str, start: int, end: int, word: KinWord) -> tuple[str | None, int]:
    """The name that is stated next to a kin, and the end of the kin with it."""
    if match := CALLED.match(text, end):
        return _own_name(text, match["name"], match.end("name")), end
    if (match := _NAME_BEHIND.match(text, end)) and (found := _appended_name(text, match)):
        return found
    if word.is_pet and (match := _NAME_AT_END.match(text, end)) and is_name(match["name"]):
        has = _HAS_ONE.search(text[max(0, start - 30) : end])
        if has is not None:
            return match["name"], match.end("name")
    if (match := _IS.match(text, end)) and not word.is_pet and _is_introduced(match["name"], word):
        return match["name"], end
    before = text[max(0, start - _MAX_NAME_BEFORE) : start]
    match = _NAME_AND_VERB_BEFORE.search(before)
    is_apposed = (
        match is None or match["that"] is None or text.startswith(",", end)
    )  # not "Sorry, that's my cat"
    if match is not None and is_apposed and (name := _without_opening_words(match["name"])):
        return name, end
    if (match := _NAME_BEFORE.search(before)) and (
        name := _explained_name(text, match["name"], start, end, word)
    ):
        return name, end
    return None, end


def _own_name(text: str, name: str, end: int) -> str | None:
    """A stated name. If somebody else has it too, the whole name that follows, or None: "is called Ann too. Ann Lund"."""
    shared = _SHARED.match(text, end)
    if shared is None:
        return name
    whole = re.compile(
        rf"\W{{1,3}}(?:(?:[Hh]e|[Ss]he|[Ii]t|[Tt]hat)['’]s )?(?P<name>{re.escape(name)} {NAME})"
    )
    following = whole.match(text, shared.end())
    return following["name"] if following is not None else None


def _explained_name(text: str, words: str, start: int, end: int, word: KinWord) -> str | None:
    """The name that a kin explains: "Clara, my sister, called", "I met Anders Holm, my boss". A first name at the end of a
    clause may be an address: "Thanks, Clara, my friend".
    """
    name = _without_opening_words(words)
    if name is None:
        return None
    if word.is_pet:
        return name if _PET_CLOSES.match(text, end) else None
    if text[end : end + 2] in (", ", ")", ") ") and text.endswith("(", 0, start):
        return name  # "Bisi (my sister, a nurse) thinks so"
    if text[end : end + 2] == ", ":
        return name if is_given_name(name.split()[0]) else None
    is_whole = " " in name and word.relation != "FRIEND_OF"
    return name if is_whole and (end == len(text) or text[end] in ".;)") else None


def _without_opening_words(name: str) -> str | None:
    """The name at the end of capitalised words: `Clara` in "Today Clara". None if there is none."""
    if re.match(_TITLE, name):
        return name
    words = name.split()
    while words and (not is_name(words[0]) or _opens_sentence(words)):
        words = words[1:]
    return " ".join(words) or None


def _opens_sentence(words: Sequence[str]) -> bool:
    """Whether the first of some capitalised words is an adverb or a function word and not a part of the name."""
    first = words[0]
    is_adverb = first.lower() in stop_words() or first.lower() in NO_OWNER or first.endswith("ly")
    return len(words) > 1 and is_adverb and not is_given_name(first)


def _is_introduced(name: str, word: KinWord) -> bool:
    """Whether the words after "my boss is" are a name: a title, a given name, or for colleagues a full name."""
    if re.match(_TITLE, name):
        return True
    first, _, last = name.partition(" ")
    return is_given_name(first) or (bool(last) and word.relation in _WORKING and is_name(first))


def _appended_name(text: str, match: re.Match[str]) -> tuple[str, int] | None:
    """`my sister Clara`, `my dog, Max, …`. After a comma the name needs a second comma; else it may be an address."""
    first, last, opened = match["first"], match["last"], text[match.start()]
    apart = opened == "," or match[0][1:2] in "(-–—"
    if not is_name(first) or (apart and not match["close"]):
        return None
    later = takewhile(is_name, last.split()) if last else ()
    whole = " ".join([first, *later])
    ends = match.end() - (len(match["close"]) if match["close"] != ")" else 0) if apart else 0
    return whole, ends or match.start("first") + len(whole)


def members_behind(text: str, end: int) -> tuple[tuple[str, ...], int]:
    """The names after a plural, "my kids Emily and Jack", and the end of the kin. Names with ages are not part of it."""
    match = _MEMBERS.match(text, end)
    names = tuple(one["name"] for one in _MEMBER.finditer(match["list"])) if match is not None else ()
    if match is None or not all(map(is_name, names)):
        return (), end
    return names, end if any(map(str.isdigit, match["list"])) else match.end()


def members_before(text: str, start: int) -> tuple[str, ...]:
    """The names of several persons or pets before "are my kids"."""
    match = _MEMBERS_AND_VERB_BEFORE.search(text[max(0, start - 2 * _MAX_NAME_BEFORE) : start])
    if match is None:
        return ()
    names = [_without_opening_words(name) for name in re.split(r",? (?:and|&) |, ", match["list"])]
    return tuple(name for name in names if name) if all(names) else ()


@cache
def is_name(word: str) -> bool:
    """Whether a capitalised word may be a name."""
    return len(word) > 1 and word.lower() not in _NO_NAME and not (word.isupper() and len(word) > 4)
