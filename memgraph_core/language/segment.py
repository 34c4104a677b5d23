"""Chinese words with their part of speech, by jieba's dictionary.

The dictionary is loaded with the first Chinese text (about a second) and belongs to this module: what the
program around us teaches its own jieba, or we ours, does not meet.
"""

import logging
import re
import warnings
from threading import Lock
from typing import Any, cast

# Names outside the dictionary are guessed, at 0.1 ms a character where no word is known: nobody writes that
# many characters without a comma, and a text that does is read by the dictionary alone.
_NO_PROSE = re.compile(r"[\u4e00-\u9fff]{200}")
_LOADING = Lock()
_loaded: list[Any] = []


def tagged(text: str) -> list[tuple[str, str]]:
    """The words of a text in order, each with its flag (`nr` person, `ns` place, `nt` organisation …)."""
    guesses = _NO_PROSE.search(text) is None
    return [(pair.word, pair.flag) for pair in _tagger().cut(text, HMM=guesses)]


def is_dictionary_word(word: str) -> bool:
    """Whether the dictionary has the word; others were guessed from their characters."""
    return word in _tagger().word_tag_tab


def _tagger() -> Any:  # noqa: ANN401  the library has no types
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
