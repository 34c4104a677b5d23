"""English names: words with a capital letter, if the capital is evidence for a name.

At the start of a sentence a capital is not evidence. A word there is a name if it is known, listed, a given name, or
followed by a verb for an action of people. In a text in capitals only known and listed names count. Neighbouring words
are one name, also with `of` or `de` between them. A possessive separates two names, but not in `Saint Mary's Hospital`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from memgraph_core.language.names import name_key
from memgraph_core.language.naming.capitals import (
    NEGATED,
    SUFFIX,
    has_meaningless_capitals,
    is_listed_as_ordinary,
    is_ordinary,
)
from memgraph_core.language.naming.gazetteer import Match, matches
from memgraph_core.language.naming.lists import (
    calendar,
    first_cues,
    interjections,
    last_cues,
    listed,
    no_names,
    phrases_without_entity,
    sentence_openers,
    spellings,
)
from memgraph_core.language.naming.named import HIDDEN, Named, with_hidden, without_overlaps
from memgraph_core.language.naming.parts import NameParts, Piece, key_of
from memgraph_core.language.naming.quoted import quoted_titles
from memgraph_core.language.naming.small import has_lowercase_cue, lowercase_people
from memgraph_core.language.naming.things import things_in
from memgraph_core.language.naming.types import (
    HONORIFICS,
    OFFICES,
    gender_of_name,
    has_naming_cue,
    has_work_cue,
    is_followed_like_a_person,
    is_possible_given_name,
    type_by_strong_cue,
    type_of_name,
)
from memgraph_core.language.people import short_for
from memgraph_core.language.scripts import CAPITAL
from memgraph_core.language.terms import stop_words
from memgraph_core.records.kinds import EntityType

_INNER_CAPITAL = re.compile(rf".[&’'\-]?[{CAPITAL}]")
_NUMBER_AFTER = re.compile(r" \d{1,4}(?![\d.,:%/]|\w| (?:times|years|days|hours|minutes|people|am|pm)\b)")
_PUNCTUATION = " \t\"'“”‘’([*_~"
_LAST_WORDS = frozenset(["out", "up", "off", "down", "away", "over", "back"])
_PARTICLES = frozenset({"the", "a", "an"})
_ROMAN = re.compile(r"[IVX]{1,5}$")
_BEFORE_BRAND = re.compile(
    r"\b(?:at|from|for|by|with|via|using|use|uses|used|like|bought|an?|the|my|new|on|and|join|joined|called) $"
)
_GERUND = re.compile(r"[a-z]{3}ing$")
# Given names that are also forms of common words: only a verb of people after them shows that they are names.
_ALSO_WORDS = frozenset(
    [
        "ally", "asher", "banks", "chester", "ender", "everest", "fanny", "kitty", "maddy", "miles", "parker", "penny", "rosy",
        "sandy", "shelly", "sissy", "wanting", "wells", "woody",
    ]
)  # fmt: skip
_NEVER_NAMES = re.compile(r".{3,}(?:ings?|ly|ness|ments?|tions?|ously|fully|able|ible|ful|less)$")


def english_names(
    text: str, known: Mapping[str, str], types: Mapping[str, EntityType], full_text: str = ""
) -> list[Named]:
    """The names in a text, in order, without overlaps.

    In `text` addresses and code are hidden. `full_text` has the same length and contains them, for names such as files.
    """
    titles = list(quoted_titles(text))
    body = with_hidden(text, [(name.start - 1, name.end + 1) for name in titles])
    found = matches(body, known, listed())
    things = list(things_in(body, found, full_text=full_text or text))
    body = with_hidden(body, [(thing.start, thing.end) for thing in things])
    found = [match for match in found if HIDDEN not in body[match.start : match.end]]
    names = [*titles, *things]
    finder = _NameFinder(body, known, types, has_meaningless_capitals(body))
    names += finder.capitalised_names(found)
    return without_overlaps([*names, *finder.lowercase_names(found)])


class _NameFinder:
    """Finds the names in one text by capitals, by the known names of the graph, and by the word lists."""

    def __init__(
        self, text: str, known: Mapping[str, str], types: Mapping[str, EntityType], ignores_capitals: bool
    ) -> None:
        self._text = text
        self._known = known
        self._types = types
        self._ignores_capitals = ignores_capitals

    def capitalised_names(self, found: Sequence[Match]) -> Iterator[Named]:
        """The names that are written with a capital."""
        for part in NameParts(self._text, self._known, self._types).parts(found):
            if name := self._name(part):
                yield name

    def lowercase_names(self, found: Sequence[Match]) -> Iterator[Named]:
        """Known names in lower case: names that are always written so.

        In a text without meaningful capitals also other known names that are not ordinary words, and listed names.
        """
        small = self._ignores_capitals or self._text[:1].islower() or not any(c.isupper() for c in self._text)
        for match in found:
            written = self._known.get(match.key)
            if written is None:
                continue
            slice_, end = self._text[match.start : match.end], match.end
            if not SUFFIX.search(written):
                slice_ = SUFFIX.sub("", slice_)
                end = match.start + len(slice_)
            if not written[:1].isupper() or (small and not self._is_ordinary_word(match)):
                shown = slice_ if slice_[:1] == written[:1] else written
                yield self._with_type(shown, match.start, end)
        if small and not self._ignores_capitals:
            yield from self._listed_in_lowercase(found)

    def _listed_in_lowercase(self, found: Sequence[Match]) -> Iterator[Named]:
        """Listed places of several words; other listed names and given names only after a cue ("in turin")."""
        for match in found:
            kind = listed().get(match.key)
            if (
                all(map(is_ordinary, match.key.split()))
                or match.key in no_names()
                or match.key in self._known
            ):
                continue
            if kind == "Place" and match.words > 1:
                yield Named(self._text[match.start : match.end], kind, match.start, match.end)
            elif self._text[match.start].islower() and has_lowercase_cue(self._text[: match.start], kind):
                yield Named(spellings()[match.key], kind, match.start, match.end)
        for match in lowercase_people(self._text):
            if name_key(match["name"]) not in self._known and not is_ordinary(match["name"]):
                yield Named(match["name"].capitalize(), "Person", match.start("name"), match.end("name"))

    def _is_ordinary_word(self, match: Match) -> bool:
        key = match.key
        return match.words == 1 and (is_ordinary(key) or key in calendar() or key in no_names())

    def _name(self, part: list[Piece]) -> Named | None:
        """The name in a part, with its type; None if the part is not a name."""
        if not part:
            return None
        starts = self._ignores_capitals or self._starts_sentence(part[0].start)
        if not (part[0].whole or (len(part) > 1 and key_of(self._text, part) in self._known)):
            part, starts = self._without_openers(part, starts)
        if (
            not part
            or self._is_phrase_without_entity(part)
            or not (
                self._is_single_word_name(part[0], starts)
                if len(part) == 1
                else self._is_multi_word_name(part)
            )
        ):
            return None
        start, end = part[0].start, part[-1].end
        if (number := _NUMBER_AFTER.match(self._text, end)) and self._takes_a_number(part[-1]):
            end = number.end()
        return self._with_type(self._text[start:end], start, end)

    def _is_phrase_without_entity(self, part: Sequence[Piece]) -> bool:
        key = key_of(self._text, part)
        return key in phrases_without_entity() and key not in self._known

    def _without_openers(self, part: list[Piece], starts: bool) -> tuple[list[Piece], bool]:
        """The part without words that only open a sentence or phrase: `Yesterday Ada`, `The Turin`, `Visit Oslo`."""
        while len(part) > 1 and not part[0].whole and self._only_opens(part, starts):
            part, starts = part[1:], False
        while len(part) > 1 and self._is_no_last_word(part[-1].text.lower()):
            part = part[:-1]
        return part, starts

    def _is_no_last_word(self, word: str) -> bool:
        """Whether a word does not end a name: a stop word, but not the last one of "Knives Out"."""
        return word in stop_words() and (self._ignores_capitals or word not in _LAST_WORDS)

    def _only_opens(self, part: Sequence[Piece], starts: bool) -> bool:
        word, following = part[0].text.lower(), part[1]
        if _ROMAN.match(following.text):
            return False
        if part[0].text in OFFICES:
            return True
        if word in HONORIFICS:
            return self._text[part[0].after : following.start] != " "
        if word in no_names():
            return not starts and all(is_ordinary(p.text) for p in part[1:])
        if not starts:
            return word in stop_words() and word not in _PARTICLES and word not in calendar()
        if word in sentence_openers() or word in stop_words() or NEGATED.search(part[0].text):
            return True
        if part[-1].text.lower() in last_cues() or (word in first_cues() and not is_ordinary(following.text)):
            return False
        is_person = is_possible_given_name(word) and not is_ordinary(following.text)
        return is_ordinary(word) and not is_person

    def _is_single_word_name(self, piece: Piece, starts: bool) -> bool:
        """Whether a single word is a name."""
        word, key = piece.text.lower(), name_key(piece.text)
        after = self._text[piece.end : piece.end + 30]
        if piece.whole:
            return True
        if (
            len(word) < 2
            or not key
            or word in calendar()
            or word.removesuffix("s") in calendar()
            or (word[-1] == "." and len(word) < 4)
            or _ROMAN.match(piece.text)
        ):
            return False
        if key in self._known:
            is_common = is_ordinary(word) and not self._is_only_a_name(word)
            return not (starts and is_common) or is_followed_like_a_person(after)
        if (
            word in no_names()
            or word.removesuffix("s") in no_names()
            or word in interjections()
            or word in stop_words()
            or NEGATED.search(word)
        ):
            return False
        return (
            self._is_name_at_sentence_start(piece, key, after)
            if starts
            else self._is_name_inside_sentence(piece, key)
        )

    def _is_name_at_sentence_start(self, piece: Piece, key: str, after: str) -> bool:
        """Whether a word is a name although its capital is only the start of the sentence."""
        word = piece.text
        common = is_ordinary(word)
        if is_possible_given_name(word.lower()):
            return not common or self._is_only_a_name(word) or is_followed_like_a_person(after)
        if key in listed():
            return not common and (listed()[key] != "Work" or not self._ignores_capitals)
        if self._ignores_capitals or common:
            return False
        if _INNER_CAPITAL.search(word):
            return True
        return is_followed_like_a_person(after) and not _NEVER_NAMES.match(word)

    def _is_only_a_name(self, word: str) -> bool:
        """Whether a given name only looks like a form of a common word: Carly, Sally, Billy."""
        is_name = is_possible_given_name(word.lower()) and word.lower() not in _ALSO_WORDS
        return is_name and not self._ignores_capitals and not is_listed_as_ordinary(word)

    def _is_name_inside_sentence(self, piece: Piece, key: str) -> bool:
        """Whether a capitalised word inside a sentence is a name."""
        word = piece.text
        if not is_ordinary(word):
            last = word.rpartition("-")[2]  # Paris-based, Mexican-style
            is_made = last != word and last.islower() and is_ordinary(last) and key not in listed()
            return not is_made and not (word[1:].islower() and _GERUND.search(word) and key not in listed())
        if has_naming_cue(self._text[max(0, piece.start - 8) : piece.start]):
            return True
        if key in listed() and not word.isupper():
            before = self._text[max(0, piece.start - 40) : piece.start]
            kind = listed()[key]
            if kind == "Organization":  # Target, Apple, Brown
                return piece.after > piece.end or bool(_BEFORE_BRAND.search(before))
            return has_work_cue(before) if kind == "Work" else True
        return is_possible_given_name(key) and key not in sentence_openers() and not word.isupper()

    def _is_multi_word_name(self, part: Sequence[Piece]) -> bool:
        """Whether several words are a name. Not if all are ordinary words, as in `a Project Manager`."""
        if any(piece.whole for piece in part) or key_of(self._text, part) in self._known:
            return True
        words = [piece.text.lower() for piece in part]
        if not all(w in no_names() or w in HONORIFICS or is_ordinary(w) for w in words):
            return True
        if is_possible_given_name(words[0]) and words[0] not in sentence_openers():
            return True
        before = self._text[max(0, part[0].start - 6) : part[0].start].lower()
        if re.search(r"\b(?:an?|my|our|your|his|her|their|some|any|as) $", before) or self._ignores_capitals:
            return False
        cued = words[-1] in last_cues() or words[0] in first_cues()
        return cued or not (self._starts_sentence(part[0].start) or words[0] in no_names())

    def _starts_sentence(self, start: int) -> bool:
        before = self._text[max(0, start - 12) : start].rstrip(_PUNCTUATION)
        if not before.strip("-–—•· "):
            return start <= 12 or not before.strip(_PUNCTUATION)
        last = before[-1]
        return not (last.isalnum() or last in ",&/'’)%\x00") and not (last == "-" and before[-2:-1] != " ")

    def _people(self) -> Iterator[str]:
        return (
            self._known[key] for key, type_ in self._types.items() if type_ == "Person" and key in self._known
        )

    def _takes_a_number(self, piece: Piece) -> bool:
        kind = listed().get(name_key(piece.text))
        return kind in ("Thing", "Work", "Event") or (
            kind is None and bool(_INNER_CAPITAL.search(piece.text))
        )

    def _with_type(self, shown: str, start: int, end: int) -> Named:
        type_ = self._types.get(name_key(shown))
        if type_ in ("Person", "Place"):
            type_ = type_by_strong_cue(shown, self._text, start, end) or type_
        type_ = type_ or type_of_name(shown, self._text, start, end)
        if type_ is None and " " not in shown and len(shown) > 2 and short_for(shown, self._people()):
            type_ = "Person"
        gender = gender_of_name(shown) if type_ in ("Person", "Thing") else None
        return Named(shown, type_, start, end, gender)
