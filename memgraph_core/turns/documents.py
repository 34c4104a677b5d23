"""A document → turns: overlapping chunks of similar size, split between paragraphs, or else between sentences."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from memgraph_core.errors import InvalidInput
from memgraph_core.language.scripts import one_line
from memgraph_core.language.sentences import sentences_of
from memgraph_core.language.terms import question_terms
from memgraph_core.records.graph import Turn, uid_of
from memgraph_core.records.validation import MAX_NAME
from memgraph_core.turns.records import record_id, replaced_records

SIZE = 1_200  # characters of a chunk: about 300 tokens of English, within the limit of the embedders
OVERLAP = 150  # maximum number of characters that a chunk repeats of the previous one

_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_UNSAFE = re.compile(r"[^\w./-]+")  # characters that are not allowed in a source uid between brackets
_MIN_SHARED = 0.4  # minimum Jaccard index of two versions; different documents reached at most 0.33


def chunks_of(text: str, size: int = SIZE, overlap: int = OVERLAP) -> tuple[str, ...]:
    """The chunks in order. Paragraphs are kept whole if they fit, else sentences; longer sentences are cut by length.

    Raises InvalidInput unless 0 <= overlap < size.
    """
    if not 0 <= overlap < size:
        raise InvalidInput(f"chunk size is {size} and overlap {overlap}; give 0 <= overlap < size.")
    chunks: list[str] = []
    current: list[str] = []
    for piece in _pieces(text, size):
        if current and len("\n".join([*current, piece])) > size:
            chunks.append("\n".join(current))
            current = _tail(current, min(overlap, size - len(piece) - 1))
        current.append(piece)
    return (*chunks, "\n".join(current)) if current else tuple(chunks)


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a document, with the label of its page."""

    text: str
    page: str = ""


def document_turns(name: str, text: str, size: int = SIZE, overlap: int = OVERLAP) -> tuple[Turn, ...]:
    """The turns of a document with this name. Raises InvalidInput for a blank text."""
    chunks = chunks_of(text, size, overlap)
    if not chunks:
        raise InvalidInput(f"{name} is blank. Give a document with some text.")
    return chunk_turns(name, [Chunk(text) for text in chunks])


def chunk_turns(name: str, chunks: Iterable[Chunk]) -> tuple[Turn, ...]:
    """The distinct chunks as turns of a document with this name. Equal chunks have equal uids.

    The uid of a chunk with a page contains the page, `notes.pdf:p3:…`. A context cites it as the source.
    """
    session = one_line(name)[:MAX_NAME]
    turns = [
        Turn(uid=_uid(session, chunk), session=session, role="tool", text=chunk.text) for chunk in chunks
    ]
    return tuple({turn.uid: turn for turn in turns}.values())


def outdated_turns(known: Sequence[Turn], new: Sequence[Turn]) -> tuple[str, ...]:
    """The uids of the stored turns of a document that must be forgotten before its new version is added.

    These are all turns from the first changed chunk on, so that the order of the chunks is kept; of records, the earlier
    versions of the same records. Raises InvalidInput if the new document is not a version of the stored one but another
    document with the same name.
    """
    if any(record_id(turn) is not None for turn in new):
        return replaced_records(known, new)
    old = [turn for turn in known if turn.is_document]
    same = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a.uid != b.uid), len(new))
    changed = old[same:]
    if changed and not same and not _is_version_of(old, new):
        raise InvalidInput(
            f"another document named {new[0].session!r} with a different text is stored. To replace it, forget it first "
            f"(--session {new[0].session!r}). To store both, use --keep."
        )
    return tuple(turn.uid for turn in changed)


def _is_version_of(old: Sequence[Turn], new: Sequence[Turn]) -> bool:
    """Whether the two texts share a sentence, or enough words."""
    one, other = ("\n\n".join(turn.text for turn in turns) for turns in (old, new))
    if {*sentences_of(one)} & {*sentences_of(other)}:
        return True
    words, others = {*question_terms(one)}, {*question_terms(other)}
    return len(words & others) >= _MIN_SHARED * len(words | others)


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


def _tail(pieces: Sequence[str], limit: int) -> list[str]:
    """The last pieces with at most `limit` characters together."""
    tail: list[str] = []
    for piece in reversed(pieces):
        if len("\n".join([piece, *tail])) > limit:
            break
        tail.insert(0, piece)
    return tail
