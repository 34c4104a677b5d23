"""A document → turns: chunks of about one size, cut between paragraphs, else between sentences, with some overlap."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from memgraph_core.errors import InvalidInput
from memgraph_core.language.scripts import one_line
from memgraph_core.language.sentences import sentences_of
from memgraph_core.language.terms import question_terms
from memgraph_core.records.graph import Turn, uid_of
from memgraph_core.records.validation import MAX_NAME

SIZE = 1_200  # characters of a chunk: about 300 tokens of English, which an embedder reads whole
OVERLAP = 150  # characters that a chunk repeats of the one before, at most

_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_UNSAFE = re.compile(r"[^\w./-]+")  # in a source that stands between brackets
_SHARED = 0.4  # of all their words: two documents of one project shared a third at most


def chunks_of(text: str, size: int = SIZE, overlap: int = OVERLAP) -> tuple[str, ...]:
    """The chunks in their order; whole paragraphs where they fit, then whole sentences, and the rest cut by length.

    Raises InvalidInput unless 0 <= overlap < size.
    """
    if not 0 <= overlap < size:
        raise InvalidInput(f"chunk size is {size} and overlap {overlap}; 0 <= overlap < size is accepted.")
    chunks: list[str] = []
    held: list[str] = []
    for piece in _pieces(text, size):
        if held and len("\n".join([*held, piece])) > size:
            chunks.append("\n".join(held))
            held = _tail(held, min(overlap, size - len(piece) - 1))
        held.append(piece)
    return (*chunks, "\n".join(held)) if held else tuple(chunks)


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a document, and the page that it stands on, as the document numbers it."""

    text: str
    page: str = ""


def document_turns(name: str, text: str, size: int = SIZE, overlap: int = OVERLAP) -> tuple[Turn, ...]:
    """A text as turns of a document called so. Raises InvalidInput for one without words."""
    chunks = chunks_of(text, size, overlap)
    if not chunks:
        raise InvalidInput(f"{name} is blank. Give a document with some words.")
    return chunk_turns(name, [Chunk(text) for text in chunks])


def chunk_turns(name: str, chunks: Iterable[Chunk]) -> tuple[Turn, ...]:
    """The chunks as turns of a document called so, each once; the same again have the same uids.

    What stands on a page has it in its uid, `notes.pdf:p3:…`, which is what a context quotes as the source.
    """
    session = one_line(name)[:MAX_NAME]
    turns = [
        Turn(uid=_uid(session, chunk), session=session, role="tool", text=chunk.text) for chunk in chunks
    ]
    return tuple({turn.uid: turn for turn in turns}.values())


def outdated(known: Sequence[Turn], new: Sequence[Turn]) -> tuple[str, ...]:
    """Of a document that is known, in its order, what has to go before its new version is added: the uids.

    All from the first chunk on that changed, so that those after it stand in their order again. Raises InvalidInput
    where the new one does not look like another version of it, but like another document of that name.
    """
    old = [turn for turn in known if turn.is_document]
    same = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a.uid != b.uid), len(new))
    gone = old[same:]
    if gone and not same and not _is_version_of(old, new):
        raise InvalidInput(
            f"another document called {new[0].session!r} is known, with other words. To have this one in its place "
            f"forget that one first (--session {new[0].session!r}); to have both keep that one (--keep)."
        )
    return tuple(turn.uid for turn in gone)


def _is_version_of(old: Sequence[Turn], new: Sequence[Turn]) -> bool:
    """Whether they have a sentence in common, or most of their words."""
    one, other = ("\n\n".join(turn.text for turn in turns) for turns in (old, new))
    if {*sentences_of(one)} & {*sentences_of(other)}:
        return True
    words, others = {*question_terms(one)}, {*question_terms(other)}
    return len(words & others) >= _SHARED * len(words | others)


def _uid(session: str, chunk: Chunk) -> str:
    if not chunk.page:
        return uid_of("document", session, chunk.text)
    name, page = (_UNSAFE.sub("_", one_line(text)) for text in (session, chunk.page))
    return f"{name[-80:]}:p{page[:20]}:{uid_of('document', session, chunk.page, chunk.text)[:12]}"


def _pieces(text: str, size: int) -> Iterator[str]:
    for paragraph in (p.strip() for p in _PARAGRAPH.split(text)):
        if len(paragraph) <= size:
            yield from [paragraph] if paragraph else []
            continue
        for sentence in sentences_of(paragraph):
            yield from (sentence[start : start + size] for start in range(0, len(sentence), size))


def _tail(pieces: Sequence[str], most: int) -> list[str]:
    """The last pieces that fit."""
    tail: list[str] = []
    for piece in reversed(pieces):
        if len("\n".join([piece, *tail])) > most:
            break
        tail.insert(0, piece)
    return tail
