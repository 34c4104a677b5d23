"""Known names in a text: the graph is the best recogniser there is, and gets better with use.

Every n-gram is turned into a name key and looked up; the longest match wins. No automaton is built, since
what is known differs from turn to turn: a look-up costs less than the building.
"""

import re
from collections.abc import Container
from dataclasses import dataclass
from functools import lru_cache

from memgraph_core.language.names import name_key
from memgraph_core.language.scripts import CJK, folded
from memgraph_core.language.terms import stop_words

_TOKEN = re.compile(
    rf"(?P<cjk>[{CJK}]{{1,400}}(?:[·・•‧][{CJK}]{{1,400}}){{0,20}})"
    rf"|[^\W_{CJK}]{{1,60}}(?:['’\-&.][^\W_{CJK}]{{1,60}}){{0,6}}[.+#]{{0,2}}"
)
_GAP = re.compile(r"[ \t'’\-&.:]{0,3}")
_DOT = re.compile(r"[·・•‧]")
_Keys = tuple[Container[str], Container[str]]
_ARTICLE = re.compile(r"(?:[Tt]he|[Aa]n?)$")
_LONGEST_WORDS = 6
_LONGEST_CJK = 16


@dataclass(frozen=True, slots=True)
class Match:
    """A known name at a place of a text; several words together, or a run of Chinese characters."""

    start: int
    end: int
    key: str
    words: int  # 1 for a single word; of a run of characters, how many


def matches(text: str, known: Container[str], listed: Container[str] = ()) -> list[Match]:
    """Where a text holds known names, in order; the longest from the left, none inside another.

    `known` and `listed` have name keys. Ordinary words are no concern here: who asks knows which ones prove nothing.
    """
    tokens = [(m.start(), m.end(), m[0], m.lastgroup == "cjk") for m in _TOKEN.finditer(text)]
    found: list[Match] = []
    keys, at = (known, listed), 0
    for index, (start, _, word, is_cjk) in enumerate(tokens):
        if (start < at and not is_cjk) or word in stop_words() or _ARTICLE.match(word):
            continue
        if match := _words_from(text, tokens, index, keys) if start >= at else None:
            found.append(match)
            at = match.end
        elif is_cjk:
            inside = _characters(word, start, at, keys)
            found += inside
            at = inside[-1].end if inside else at
    return found


def _words_from(
    text: str,
    tokens: list[tuple[int, int, str, bool]],
    index: int,
    keys: _Keys,
) -> Match | None:
    """The longest known name of whole words from a token on."""
    best: Match | None = None
    inner = ""
    start, end = tokens[index][0], tokens[index][0]
    for count, (begin, stop, word, is_cjk) in enumerate(tokens[index : index + _LONGEST_WORDS], start=1):
        if count > 1 and not _GAP.fullmatch(text, end, begin):
            break
        key = f"{inner}{name_key(word) if is_cjk else _last_key(word)}"
        if key and (key in keys[0] or key in keys[1]):
            best = Match(start, _without_stop(word, stop), key, len(word) if is_cjk else count)
        inner += f"{folded(word) if is_cjk else _inner_key(word)} "
        end = stop
    return best


def _characters(run: str, offset: int, at: int, keys: _Keys) -> list[Match]:
    """Known names inside a run of characters, whatever a segmenter would make of it."""
    characters = folded(run)
    if len(characters) != len(run) or _DOT.search(run):
        return _inside_dotted(run, offset, at, keys)
    return _scan(characters, list(range(offset, offset + len(run) + 1)), at, keys)


def _inside_dotted(run: str, offset: int, at: int, keys: _Keys) -> list[Match]:
    pieces = [(offset + i, folded(c)) for i, c in enumerate(run) if not _DOT.match(c)]
    places = [place for place, piece in pieces for _ in piece] + [offset + len(run)]
    return _scan("".join(piece for _, piece in pieces), places, at, keys)


def _scan(characters: str, places: list[int], at: int, keys: _Keys) -> list[Match]:
    found: list[Match] = []
    known, listed = keys
    index = 0
    while index < len(characters):
        step = 1
        if places[index] >= at:
            for size in range(min(_LONGEST_CJK, len(characters) - index), 1, -1):
                piece = characters[index : index + size]
                if piece in known or piece in listed:
                    found.append(Match(places[index], places[index + size - 1] + 1, piece, size))
                    step = size
                    break
        index += step
    return found


@lru_cache(maxsize=20_000)
def _last_key(word: str) -> str:
    return name_key(word)


@lru_cache(maxsize=20_000)
def _inner_key(word: str) -> str:
    """The key of a word inside a name, where a possessive is no ending: `Mary's` in Saint Mary's Hospital."""
    return name_key(f"x {word} x")[2:-2]


def _without_stop(word: str, end: int) -> int:
    """The end of a word without a full stop behind it; that of U.S. belongs to it."""
    return end - 1 if word.endswith(".") and "." not in word[:-1] else end
