"""The sentences of a long text that a hit or a context quotes."""

from collections.abc import Iterable

from memgraph_core.language.sentences import sentences_of
from memgraph_core.language.terms import terms_of
from memgraph_core.records.graph import Note


def best_sentences(text: str, terms: Iterable[str], note: Note | None, length: int) -> str:
    """The sentences with most of the terms, in their order, of together about `length` characters; at least one.

    The sentence of the hit's note is chosen first, because it may answer without containing a term. A single sentence is
    cut after twice the length.
    """
    sentences, wanted = sentences_of(text), set(terms)

    def preference(index: int) -> tuple[bool, int, int]:
        is_noted = note is not None and sentences[index] in note.text
        return not is_noted, -len(wanted & set(terms_of(sentences[index]))), index

    chosen: list[int] = []
    for index in sorted(range(len(sentences)), key=preference):
        if not chosen or sum(len(sentences[i]) for i in (*chosen, index)) <= length:
            chosen.append(index)
    return " … ".join(_shortened(sentences[index], 2 * length) for index in sorted(chosen))


def _shortened(sentence: str, length: int) -> str:
    """The sentence cut after its last whole word within `length` characters and marked with "…"."""
    if len(sentence) <= length:
        return sentence
    if " " not in sentence[:length]:
        return sentence[: length - 1] + "…"
    return sentence[: length - 1].rpartition(" ")[0].rstrip(" ,;:，；、") + "…"
