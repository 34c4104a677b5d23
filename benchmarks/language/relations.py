"""Measures how many statements yield a relation phrase, of which types and how fast; prints a sample to judge.

    python benchmarks/language/relations.py FILE… [--half 1|2] [--sample 60 --seed 1]

A file has one conversation per line: `language` and `turns` (speaker, text). Half 1 is the first half of the lines
(or of the turns of each conversation, if a file has fewer than ten lines), half 2 is the rest; patterns are developed on
half 1 only. Names, kin and pronouns are resolved as the rules extractor resolves them: names of earlier turns are known,
and pronouns refer to the last four turns. Plans and denials count as phrases; they are marked `?` and `¬`, ended relations
`†`.
"""

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memgraph_core.language.coreference import Heard, hear, references_in
from memgraph_core.language.entities import named_in
from memgraph_core.language.names import name_key
from memgraph_core.language.relations import Phrase, phrases_in
from memgraph_core.language.sentences import Statement, statements_of
from memgraph_core.language.spans import Span


@dataclass(frozen=True)
class ReadStatement:
    """A statement with its speaker and its relation phrases."""

    speaker: str
    turn: tuple[str, str]  # conversation and turn
    text: str
    phrases: tuple[Phrase, ...]
    seconds: float


def half_of(path: Path, half: int | None) -> list[dict[str, Any]]:
    """The conversations of one half of a file; all of them for None."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
    if half is None:
        return rows
    if len(rows) >= 10:
        middle = (len(rows) + 1) // 2
        return rows[:middle] if half == 1 else rows[middle:]
    cut = [(row, (len(row["turns"]) + 1) // 2) for row in rows]
    return [row | {"turns": row["turns"][:m] if half == 1 else row["turns"][m:]} for row, m in cut]


def statements_in(row: dict[str, Any]) -> Iterator[ReadStatement]:
    """The statements of a conversation."""
    language, before = row["language"], list[Heard]()
    speakers = list(dict.fromkeys(turn["speaker"] for turn in row["turns"]))
    known = {name_key(s): s for s in speakers}
    for turn in row["turns"]:
        others = [s for s in speakers if s != turn["speaker"]]
        addressee = others[0] if len(others) == 1 else None
        names = [
            Span(n.start, n.start + len(n.text), n.text, n.type)
            for n in named_in(turn["text"], language, known)
        ]
        known |= {name_key(n.name): n.name for n in names}
        heard = hear(turn["speaker"], turn["text"], language, names, before[-4:], addressee)
        pronouns = [
            Span(r.start, r.end, r.name, "Person", plural=r.plural)
            for r in references_in(heard, before[-4:], addressee)
            if r.name
        ]
        before.append(hear(turn["speaker"], turn["text"], language, names))
        yield from _statements(row["name"], turn, language, [*heard.spans, *pronouns])


def _statements(
    name: str, turn: dict[str, Any], language: str, spans: Sequence[Span]
) -> Iterator[ReadStatement]:
    """The statements of a turn. Relations are read per sentence, because a later statement of a sentence may omit the
    subject.
    """
    for sentence in _sentences(statements_of(turn["text"], language)):
        start, end = sentence[0].start, sentence[-1].end
        inside = [
            Span(s.start - start, s.end - start, s.name, s.type, s.gender, s.plural)
            for s in spans
            if start <= s.start and s.end <= end and s.name
        ]
        started = time.perf_counter()
        phrases = phrases_in(turn["text"][start:end], language, inside, turn["speaker"])
        seconds = (time.perf_counter() - started) / len(sentence)
        for one, after in zip(sentence, [*sentence[1:], None], strict=True):
            limit = after.start if after else end + 1
            own = tuple(p for p in phrases if one.start <= start + p.start < limit)
            yield ReadStatement(turn["speaker"], (name, turn["id"]), one.text, own, seconds)


def _sentences(statements: Sequence[Statement]) -> Iterator[list[Statement]]:
    """The statements of each sentence."""
    sentence: list[Statement] = []
    for statement in statements:
        if statement.sort == "statement":
            sentence.append(statement)
        if sentence and (statement.sort != "statement" or statement.text.rstrip()[-1:] in ".!?…。！？；~～"):
            yield sentence
            sentence = []
    if sentence:
        yield sentence


def formatted(phrase: Phrase) -> str:
    """A phrase as text."""
    mark = "†" * phrase.ended + "¬" * phrase.denied + "?" * phrase.plan
    only = f" [{phrase.only_if}]" if phrase.only_if else ""
    return f"{phrase.subject} {phrase.type}{mark} {phrase.object}{only} ({phrase.confidence})"


def report(path: Path, half: int | None, sample: int, seed: int) -> None:
    """Print coverage, types, speed and the sample."""
    statements = [s for row in half_of(path, half) for s in statements_in(row)]
    phrases = [p for s in statements for p in s.phrases]
    with_phrases = [s for s in statements if s.phrases]
    plain = [s for s in statements if any(not (p.plan or p.denied) for p in s.phrases)]
    print(f"{path.name} half {half or 'both'}: {len(statements)} statements, {len(phrases)} phrases")
    share, plain_share = len(with_phrases) / len(statements), len(plain) / len(statements)
    print(f"  statements with a phrase {share:.1%}, neither planned nor denied {plain_share:.1%}")
    turn_share = len({s.turn for s in with_phrases}) / len({s.turn for s in statements})
    print(f"  of turns that state something, {turn_share:.1%} have a phrase")
    print(f"  {sum(s.seconds for s in statements) / len(statements) * 1e3:.3f} ms per statement")
    print("  " + ", ".join(f"{t} {n}" for t, n in Counter(p.type for p in phrases).most_common()))
    pairs = [(s, p) for s in with_phrases for p in s.phrases]
    for number, (s, p) in enumerate(random.Random(seed).sample(pairs, min(sample, len(pairs))), start=1):
        print(f"{number:3} {formatted(p)}\n      {s.speaker}: {s.text}")


def main() -> None:
    """Read the arguments and report on each file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--half", type=int, choices=(1, 2))
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for path in given.files:
        report(path, given.half, given.sample, given.seed)


if __name__ == "__main__":
    main()
