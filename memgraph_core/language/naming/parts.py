"""The parts of an English text that may be a name each: neighbouring words with a capital, divided between two names."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from memgraph_core.language.names import name_key
from memgraph_core.language.naming.capitals import SUFFIX, is_ordinary
from memgraph_core.language.naming.gazetteer import Match
from memgraph_core.language.naming.lists import calendar, interjections, last_cues, names_with_possessive
from memgraph_core.language.naming.types import HONORIFICS
from memgraph_core.language.scripts import CAPITAL
from memgraph_core.records.kinds import EntityType

_WORD = re.compile(
    r"(?<![\w&\-])(?<!\w[’'])(?:"
    r"(?:Drs?|Mrs?|Ms|Mx|Prof|St|Sr|Capt|Lt|Sgt|Gen|Rev|Fr|Mt)\.(?= )"
    r"|[A-HJ-Z]\.(?:-?[A-Z]\.){0,4}"
    rf"|(?:[{CAPITAL}]|[a-z]{{1,2}}(?=[A-Z][A-Za-z]))\w{{0,40}}(?:[’'&\-]\w{{1,40}}|\.(?:js|io|ai|net)\b){{0,4}}[+#]{{0,2}}"
    r"|\d{1,3}[A-Z][a-z]{2,20}"
    r")"
)
_SAINT = re.compile(r"\b(?:St\.?|Saint) $")
_JOINERS = frozenset(
    f" {joiner} ".replace("  ", " ")
    for joiner in (
        "", "of", "of the", "de", "de la", "de las", "de los", "do", "da", "dos", "del", "della", "di", "du",
        "des", "van", "van der", "van den", "von", "la", "le", "el", "al", "bin", "ibn", "&",
    )
)  # fmt: skip
_MAX_RUN = 12  # words in one name
_MONTHS_AND_NAMES = frozenset({"may", "april", "june", "august"})
_BEFORE_MONTH = re.compile(r"\b(?:in|of|since|until|till|by|last|next|this|on|early|late|mid|from|to|\d) $")


@dataclass(frozen=True, slots=True)
class Piece:
    """A word of a name, or several words that are a known or listed name together."""

    text: str
    start: int
    end: int
    after: int  # the end with its possessive
    whole: bool = False  # several words that are known together


def key_of(text: str, pieces: Sequence[Piece]) -> str:
    """The key of the name from the first to the last of the pieces."""
    return name_key(text[pieces[0].start : pieces[-1].end])


@dataclass(frozen=True, slots=True)
class NameParts:
    """Divides one text by its capitals, by the known names of the graph, and by the word lists."""

    text: str
    known: Mapping[str, str]
    types: Mapping[str, EntityType]

    def parts(self, found: Sequence[Match]) -> Iterator[list[Piece]]:
        """The parts of the text, each of which may be a name. `found` are the known and listed names in it."""
        for run in self._runs(self._pieces(found)):
            yield from self._parts(run)

    def _pieces(self, found: Sequence[Match]) -> list[Piece]:
        """The capitalised words; words that are known together are one piece."""
        wholes = [
            self._whole(m)
            for m in found
            if m.words > 1 and self.text[m.start : m.end] != self.text[m.start : m.end].lower()
        ]
        pieces = list(wholes)
        inside = {at for whole in wholes for at in range(whole.start, whole.after)}
        for match in _WORD.finditer(self.text):
            if match.start() in inside:
                continue
            bare = match[0] if self._keeps_possessive(match) else SUFFIX.sub("", match[0])
            pieces.append(Piece(bare, match.start(), match.start() + len(bare), match.end()))
        return sorted(pieces, key=lambda piece: piece.start)

    def _keeps_possessive(self, match: re.Match[str]) -> bool:
        """Whether the 's at the end of a word is part of the name: `Trader Joe's`, `St Mary's`."""
        is_saint = _SAINT.search(self.text, max(0, match.start() - 8), match.start()) is not None
        return is_saint or name_key(match[0]) in names_with_possessive()

    def _whole(self, match: Match) -> Piece:
        shown = self.text[match.start : match.end]
        if match.key not in names_with_possessive():
            shown = SUFFIX.sub("", shown)
        return Piece(shown, match.start, match.start + len(shown), match.end, True)

    def _runs(self, pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
        """Sequences of pieces that are separated only by a blank, `of` or the like."""
        run: list[Piece] = []
        for piece in pieces:
            joiner = self.text[run[-1].after : piece.start] if run else ""
            if run and (joiner not in _JOINERS or len(run) == _MAX_RUN):
                yield run
                run = []
            run.append(piece)
        if run:
            yield run

    def _parts(self, run: list[Piece]) -> Iterator[list[Piece]]:
        """A run divided into names: `Ada's Fiat` is two; `Saint Mary's Hospital` is one because of its last word."""
        if len(run) > 1 and key_of(self.text, run) in self.known:
            yield run
            return
        part: list[Piece] = []
        for index, piece in enumerate(run):
            if self._separates_names(piece, index, run) or (part and self._begins_new_name(part[-1], piece)):
                yield part
                part = []
            if not self._separates_names(piece, index, run):
                part.append(piece)
            if piece.after > piece.end and not self._has_type_word_after(run, index):
                yield part
                part = []
        yield part

    def _separates_names(self, piece: Piece, index: int, run: Sequence[Piece]) -> bool:
        """Whether a piece separates names and belongs to none: I, Monday, Wow. `May` in `May Chen` does not."""
        word = piece.text.lower()
        if piece.whole or word in self.known:
            return False
        if word == "i" or (word in interjections() and not (index and self._has_type_word_after(run, index))):
            return True
        return word in calendar() and not self._is_given_name_like_may(piece, run[index + 1 : index + 2])

    def _is_given_name_like_may(self, piece: Piece, following: Sequence[Piece]) -> bool:
        """Whether the name of a month is a given name here: before a surname, and not `in May`."""
        before = self.text[max(0, piece.start - 8) : piece.start].lower()
        is_month = piece.text.lower() not in _MONTHS_AND_NAMES or _BEFORE_MONTH.search(before)
        return not is_month and any(name_key(p.text) not in self.known for p in following)

    def _begins_new_name(self, before: Piece, piece: Piece) -> bool:
        """Whether two neighbouring pieces are two names. A known piece is only extended by a word that shows a type."""
        if before.text[-1] == "." and len(before.text) == 2 and is_ordinary(piece.text) and not piece.whole:
            return True
        if piece.whole:
            word = before.text.lower()
            return word in self.known or (is_ordinary(word) and word not in HONORIFICS)
        return before.whole and piece.text.lower() not in last_cues() and not piece.text.isupper()

    def _has_type_word_after(self, run: Sequence[Piece], index: int) -> bool:
        last = run[-1].text.lower()
        owner = name_key(run[index].text)
        is_person = index == 0 and self.types.get(owner) == "Person"
        return index < len(run) - 1 and last in last_cues() and not is_person
