"""Train the choice of the sentences that a profile quotes, and report how well it works.

    python benchmarks/noteworthy.py [--write]

The data are the sentences of benchmarks/labelled_chats, each labelled by the writer of the chat as worth keeping or not, and the
turns of benchmarks/labelled_turns: a sentence that states a labelled fact is worth keeping. A sentence of a chat counts as much as
five of the turns (`_CHAT`), because only chats have the usual share of sentences that are not worth keeping. Printed is, for chats
of held-out files (three-fold): the average precision, and precision and recall from several probabilities on.
`--write` trains on all files and writes the tables into the package. Needs scikit-learn (the extra `transformers`).
"""

import argparse
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from labelled import DATA as TURNS
from labelled import Label, turns_of
from numpy.typing import NDArray
from safetensors.numpy import save_file
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score

from memgraph_core.language.noteworthy import BUCKETS, FILE, buckets_of
from memgraph_core.language.sentences import sentences_of

CHATS = Path(__file__).parent / "labelled_chats"
_LINE = re.compile(r"([ifhwlrmpae-])\| (.+)")
_WORTHLESS = "-"
_CHAT = 5.0
_FOLDS = 3


@dataclass(frozen=True)
class Sentence:
    """A labelled sentence. `file` is "" for a labelled turn."""

    text: str
    is_kept: bool
    file: str = ""


def chat_sentences(language: str) -> Iterator[Sentence]:
    """The sentences of the labelled chats. Raises ValueError for a line without a code."""
    for file in sorted((CHATS / language).glob("*.txt")):
        for line in filter(None, file.read_text(encoding="utf-8").splitlines()):
            found = _LINE.fullmatch(line)
            if found is None:
                raise ValueError(f"{file}: {line!r} has no code; a line is `CODE| sentence`")
            code, text = found.groups()
            yield Sentence(text, code != _WORTHLESS, file.name)


def turn_sentences(language: str) -> Iterator[Sentence]:
    """The sentences of the labelled turns. A fact belongs to the sentences that contain its object, or else to all."""
    for file in sorted((TURNS / language).glob("*/*.txt")):
        for turn in turns_of(file):
            sentences = sentences_of(turn.text)
            for text in sentences:
                yield Sentence(text, any(_states(text, fact, sentences) for fact in turn.labels))


def _states(sentence: str, fact: Label, sentences: Sequence[str]) -> bool:
    return fact.object in sentence or not any(fact.object in each for each in sentences)


def features_of(sentences: Iterable[Sentence], language: str) -> csr_matrix:
    """One row for each sentence: its features, of the length 1."""
    rows = [sorted(buckets_of(each.text, language)) for each in sentences]
    counts = [len(row) for row in rows]
    values = np.repeat([1 / np.sqrt(count) for count in counts], counts)
    starts = np.cumsum([0, *counts])
    return csr_matrix((values, np.concatenate(rows), starts), shape=(len(rows), BUCKETS))


def trained(sentences: Sequence[Sentence], language: str) -> NDArray[np.float16]:
    """The table of a language."""
    weights = [_CHAT if each.file else 1.0 for each in sentences]
    model = LogisticRegression(C=5, solver="liblinear", tol=1e-2, random_state=0)
    model.fit(features_of(sentences, language), [each.is_kept for each in sentences], sample_weight=weights)
    return np.append(model.coef_[0], model.intercept_).astype(np.float16)


def report(language: str) -> None:
    """Print how well chats of held-out files are judged."""
    turns, chats = list(turn_sentences(language)), list(chat_sentences(language))
    files = sorted({each.file for each in chats})
    scores = np.zeros(len(chats))
    for fold in range(_FOLDS):
        held = np.array([each.file in files[fold::_FOLDS] for each in chats])
        table = trained([*turns, *(each for each, out in zip(chats, held, strict=True) if not out)], language)
        features = features_of([each for each, out in zip(chats, held, strict=True) if out], language)
        scores[held] = features @ table[:-1].astype(np.float64) + table[-1]
    kept = np.array([each.is_kept for each in chats])
    probability = 1 / (1 + np.exp(-scores))
    print(f"{language}: {len(chats)} sentences of {len(files)} chats, {kept.mean():.0%} to be kept")
    print(f"  average precision {average_precision_score(kept, probability):.3f}")
    for cut in (0.5, 0.6, 0.7, 0.8, 0.9):
        chosen = probability >= cut
        print(f"  from {cut}: precision {kept[chosen].mean():.2f}, recall {chosen[kept].mean():.2f}")


def main() -> None:
    """Read the arguments, report, and write the tables if asked to."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="write the tables into the package")
    write = parser.parse_args().write
    for language in ("en", "zh"):
        report(language)
    if write:
        tables = {
            language: trained([*turn_sentences(language), *chat_sentences(language)], language)
            for language in ("en", "zh")
        }
        save_file(tables, FILE)


if __name__ == "__main__":
    main()
