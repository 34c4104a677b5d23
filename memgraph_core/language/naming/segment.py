"""Chinese words with their part of speech, by jieba's dictionary.

jieba comes with the extra `zh`. Without it, words are single characters of unknown kind, no word is in the dictionary,
and the first text logs a warning.

The dictionary is loaded with the first Chinese text (about a second) and belongs to this module: what the
program around us teaches its own jieba, or we ours, does not meet. Nothing is ever taught to it: the names
of one namespace would show in another. Names are found first, and jieba cuts what lies between them.
"""

import logging
import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from threading import Lock
from typing import Any, cast

# Names outside the dictionary are guessed, at 0.1 ms a character where no word is known: nobody writes that
# many characters without a comma, and a text that does is read by the dictionary alone.
_NO_PROSE = re.compile(r"[\u4e00-\u9fff]{200}")
_RARE = 2_000  # occurrences in the text that the dictionary was counted on
_LATIN_OR_ONE = re.compile(r"[A-Za-z0-9]+|.", re.DOTALL)
_LOADING = Lock()
_loaded: list[Any] = []
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text, `text[start:end]`, and its flag (`nr` person, `ns` place, `nt` organisation …)."""

    text: str
    flag: str
    start: int

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.start + len(self.text)


@cache
def has_dictionary() -> bool:
    """Whether jieba is installed. If it is not, the first call logs a warning that names the extra."""
    if find_spec("jieba") is not None:
        return True
    _log.warning(
        "jieba is not installed, so fewer names and no keywords are found in Chinese text. Remedy: "
        "pip install 'memgraph-core[zh]', and `memgraph-core rebuild` for what was written before."
    )
    return False


def words_of(text: str, whole: Iterable[tuple[int, int]] = ()) -> list[Word]:
    """The words of a text in order, without gaps. The pieces in `whole` are one word each, flagged `*`."""
    words: list[Word] = []
    at = 0
    for start, end in sorted(whole):
        words += _cut(text[at:start], at)
        words.append(Word(text[start:end], "*", start))
        at = end
    return [*words, *_cut(text[at:], at)]


def at(words: Sequence[Word], index: int) -> Word | None:
    """The word at a place; None before the first and behind the last."""
    return words[index] if 0 <= index < len(words) else None


def flag_of(word: str) -> str | None:
    """The flag that the dictionary gives a word; None when it lacks it and others are guessed."""
    return cast("str | None", _tagger().word_tag_tab.get(word)) if has_dictionary() else None


def is_rare_alone(character: str) -> bool:
    """Whether a character is hardly ever a word of its own: 婷, 杰, not 好, 和."""
    return has_dictionary() and int(_tagger().tokenizer.FREQ.get(character, 0)) < _RARE


def _cut(text: str, offset: int) -> Iterator[Word]:
    if not text:
        return
    if not has_dictionary():
        for match in _LATIN_OR_ONE.finditer(text):
            flag = "eng" if match[0].isascii() and match[0].isalpha() else "x"
            yield Word(match[0], flag, offset + match.start())
        return
    guesses = _NO_PROSE.search(text) is None
    for pair in _tagger().cut(text, HMM=guesses):
        yield Word(pair.word, pair.flag, offset)
        offset += len(pair.word)


def _tagger() -> Any:  # noqa: ANN401  the library has no types
    if not _loaded:
        with _LOADING:
            if not _loaded:
                _loaded.append(_load())
    return _loaded[0]


def _load() -> Any:  # noqa: ANN401
    with warnings.catch_warnings():
        # jieba imports pkg_resources where it can and has invalid escapes in its patterns
        warnings.simplefilter("ignore")
        import jieba
        from jieba import posseg
    cast(Any, jieba).setLogLevel(logging.WARNING)
    tokenizer = cast(Any, jieba).Tokenizer()
    # jieba would keep a marshalled copy in the shared temporary folder, where others can write: read the
    # dictionary instead, which takes hardly longer.
    tokenizer.FREQ, tokenizer.total = tokenizer.gen_pfdict(tokenizer.get_dict_file())
    tokenizer.initialized = True
    return cast(Any, posseg).POSTokenizer(tokenizer)
