"""The sentences of a long text that a hit or a context quotes."""

from collections.abc import Iterable

from memgraph_core.language.pack import answer_language
from memgraph_core.language.salience import THRESHOLD, salience_of
from memgraph_core.language.sentences import sentences_of
from memgraph_core.language.terms import is_light, terms_of
from memgraph_core.records.graph import Note

_MIN_ROOM = 8  # characters; no sentence that states something is shorter


def best_sentences(text: str, terms: Iterable[str], note: Note | None, length: int) -> str:
    """The sentences that are most likely to answer, in their order, of together about `length` characters; at least one.

    The sentence of the hit's note comes first, because it may answer without containing a term, then those with the most
    terms. Greetings, questions and comments are quoted only if nothing else can be. A single sentence is cut after
    twice the length.
    """
    sentences, wanted = sentences_of(text), {term for term in terms if not is_light(term)}
    noted = {index for index, sentence in enumerate(sentences) if note is not None and sentence in note.text}
    matches = [len(wanted.intersection(terms_of(sentence))) for sentence in sentences]
    best_first = sorted(range(len(sentences)), key=lambda index: (index not in noted, -matches[index]))
    chosen: list[int] = []
    room = length
    for index in best_first:
        if room < _MIN_ROOM:
            break
        sentence = sentences[index]
        fits = len(sentence) <= room or not chosen
        if fits and (index in noted or _salience(sentence) >= (0 if matches[index] else THRESHOLD)):
            chosen.append(index)
            room -= len(sentence)
    return " … ".join(_shortened(sentences[index], 2 * length) for index in sorted(chosen or best_first[:1]))


def _salience(sentence: str) -> float:
    return salience_of(sentence, answer_language(sentence), has_name=False, has_time=False)


def _shortened(sentence: str, length: int) -> str:
    """The sentence cut after its last whole word within `length` characters and marked with "…"."""
    if len(sentence) <= length:
        return sentence
    if " " not in sentence[:length]:
        return sentence[: length - 1] + "…"
    return sentence[: length - 1].rpartition(" ")[0].rstrip(" ,;:，；、") + "…"
