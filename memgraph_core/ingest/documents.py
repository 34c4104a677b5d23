"""A text → chunks of about one size: cut between paragraphs, else between sentences, with some overlap."""

import re
from collections.abc import Iterator, Sequence

from memgraph_core.errors import InvalidInput
from memgraph_core.language.scripts import one_line
from memgraph_core.language.sentences import sentences_of
from memgraph_core.types import MAX_NAME, Turn, uid_of

SIZE = 1_200  # characters of a chunk: about 300 tokens of English, which an embedder reads whole
OVERLAP = 150  # characters that a chunk repeats of the one before, at most

_PARAGRAPH = re.compile(r"\n[ \t]*\n")


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


def document_turns(name: str, text: str, size: int = SIZE, overlap: int = OVERLAP) -> tuple[Turn, ...]:
    """A text as turns of a document called so. Raises InvalidInput for one without words."""
    chunks = chunks_of(text, size, overlap)
    if not chunks:
        raise InvalidInput(f"{name} is blank. Give a document with some words.")
    return chunk_turns(name, chunks)


def chunk_turns(name: str, chunks: Sequence[str]) -> tuple[Turn, ...]:
    """The chunks as turns of a document called so, each once; the same again have the same uids."""
    session = one_line(name)[:MAX_NAME]
    turns = [
        Turn(uid=uid_of("document", session, text), session=session, role="tool", text=text)
        for text in chunks
    ]
    return tuple({turn.uid: turn for turn in turns}.values())


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
