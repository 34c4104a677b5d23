"""Find known names in a text. The names in the graph are reliable, and they increase with use.

Every n-gram is converted to a name key and looked up; the longest match wins. There is no automaton, because the known
names differ from turn to turn, and building one would cost more than the look-ups.
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
_MAX_WORDS = 6
_MAX_CJK = 16  # characters


@dataclass(frozen=True, slots=True)
class Match:
    """A known name at `text[start:end]`: one or more words, or a run of Chinese characters."""

    start: int
    end: int
    key: str
    words: int  # number of words; for Chinese the number of characters


def matches(text: str, known: Container[str], listed: Container[str] = ()) -> list[Match]:
    """The known names in a text, in order, without overlaps: from left to right the longest match.

    `known` and `listed` contain name keys. A match can be an ordinary word; the caller must check this.
    """
    tokens = [(m.start(), m.end(), m[0], m.lastgroup == "cjk") for m in _TOKEN.finditer(text)]
    found: list[Match] = []
    keys, free_from = (known, listed), 0
    for index, (start, _, word, is_cjk) in enumerate(tokens):
        if (start < free_from and not is_cjk) or word in stop_words() or _ARTICLE.match(word):
            continue
        if match := _longest_from(text, tokens, index, keys) if start >= free_from else None:
            found.append(match)
            free_from = match.end
        elif is_cjk:
            inside = _characters(word, start, free_from, keys)
            found += inside
            free_from = inside[-1].end if inside else free_from
    return found


def _longest_from(
    text: str,
    tokens: list[tuple[int, int, str, bool]],
    index: int,
    keys: _Keys,
) -> Match | None:
    """The longest known name of whole words that starts at a token. None if there is none."""
    best: Match | None = None
    inner = ""
    start, end = tokens[index][0], tokens[index][0]
    for count, (begin, stop, word, is_cjk) in enumerate(tokens[index : index + _MAX_WORDS], start=1):
        if count > 1 and not _GAP.fullmatch(text, end, begin):
            break
        key = f"{inner}{name_key(word)}"
        if key and (key in keys[0] or key in keys[1]):
            best = Match(start, _without_stop(word, stop), key, len(word) if is_cjk else count)
        inner += f"{folded(word) if is_cjk else _inner_key(word)} "
        end = stop
    return best


def _characters(run: str, offset: int, free_from: int, keys: _Keys) -> list[Match]:
    """The known names inside a run of Chinese characters. Word boundaries do not matter."""
    characters = folded(run)
    if len(characters) != len(run) or _DOT.search(run):
        return _inside_dotted(run, offset, free_from, keys)
    return _scan(characters, list(range(offset, offset + len(run) + 1)), free_from, keys)


def _inside_dotted(run: str, offset: int, free_from: int, keys: _Keys) -> list[Match]:
    characters = [(offset + i, folded(c)) for i, c in enumerate(run) if not _DOT.match(c)]
    offsets = [at for at, character in characters for _ in character] + [offset + len(run)]
    return _scan("".join(character for _, character in characters), offsets, free_from, keys)


def _scan(characters: str, offsets: list[int], free_from: int, keys: _Keys) -> list[Match]:
    found: list[Match] = []
    known, listed = keys
    index = 0
    while index < len(characters):
        step = 1
        if offsets[index] >= free_from:
            for size in range(min(_MAX_CJK, len(characters) - index), 1, -1):
                piece = characters[index : index + size]
                if piece in known or piece in listed:
                    found.append(Match(offsets[index], offsets[index + size - 1] + 1, piece, size))
                    step = size
                    break
        index += step
    return found


@lru_cache(maxsize=20_000)
def _inner_key(word: str) -> str:
    """The key of a word inside a name, with its possessive: `Mary's` in Saint Mary's Hospital."""
    return name_key(f"x {word} x")[2:-2]


def _without_stop(word: str, end: int) -> int:
    """The end of a word without a full stop after it. The full stop of `U.S.` belongs to the word."""
    return end - 1 if word.endswith(".") and "." not in word[:-1] else end
