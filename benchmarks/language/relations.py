"""How many statements give a relation phrase, of which types, how fast; and a sample to read by eye.

    python benchmarks/language/relations.py FILE… [--half 1|2] [--sample 60 --seed 1]

A file has one conversation a line: `language` and `turns` (speaker, text). Half 1 is the first half of the lines
(of the turns of each conversation, where a file has fewer than ten), half 2 the rest; patterns are written with
half 1 in view only. Names, kin and pronouns are found as the rules extractor finds them: names told before are
known, and the last four turns are what pronouns mean. Plans and denials count as phrases; they are marked `?` and `¬`,
what is over `†`.
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
class Said:
    """A statement, who said it, and the relations it words."""

    speaker: str
    turn: tuple[str, str]  # conversation and turn
    text: str
    phrases: tuple[Phrase, ...]
    seconds: float


def half_of(path: Path, half: int | None) -> list[dict[str, Any]]:
    """The conversations of one half of a file; of all of it when no half is named."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
    if half is None:
        return rows
    if len(rows) >= 10:
        middle = (len(rows) + 1) // 2
        return rows[:middle] if half == 1 else rows[middle:]
    cut = [(row, (len(row["turns"]) + 1) // 2) for row in rows]
    return [row | {"turns": row["turns"][:m] if half == 1 else row["turns"][m:]} for row, m in cut]


def said_in(row: dict[str, Any]) -> Iterator[Said]:
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


def _statements(name: str, turn: dict[str, Any], language: str, spans: Sequence[Span]) -> Iterator[Said]:
    """The statements of a turn. Relations are read sentence by sentence, which may hold several statements: in the
    second the subject may be left out.
    """
    for sentence in _sentences(statements_of(turn["text"], language)):
        start, end = sentence[0].start, sentence[-1].end
        inside = [
            Span(s.start - start, s.end - start, s.name, s.type, s.gender, s.plural)
            for s in spans
            if start <= s.start and s.end <= end and s.name
        ]
        begun = time.perf_counter()
        phrases = phrases_in(turn["text"][start:end], language, inside, turn["speaker"])
        seconds = (time.perf_counter() - begun) / len(sentence)
        for one, after in zip(sentence, [*sentence[1:], None], strict=True):
            limit = after.start if after else end + 1
            those = tuple(p for p in phrases if one.start <= start + p.start < limit)
            yield Said(turn["speaker"], (name, turn["id"]), one.text, those, seconds)


def _sentences(statements: Sequence[Statement]) -> Iterator[list[Statement]]:
    """Statements that stand in one sentence, together."""
    sentence: list[Statement] = []
    for statement in statements:
        if statement.sort == "statement":
            sentence.append(statement)
        if sentence and (statement.sort != "statement" or statement.text.rstrip()[-1:] in ".!?…。！？；~～"):
            yield sentence
            sentence = []
    if sentence:
        yield sentence


def shown(phrase: Phrase) -> str:
    """A phrase as one reads it."""
    mark = "†" * phrase.ended + "¬" * phrase.denied + "?" * phrase.plan
    only = f" [{phrase.only_if}]" if phrase.only_if else ""
    return f"{phrase.subject} {phrase.type}{mark} {phrase.object}{only} ({phrase.confidence})"


def report(path: Path, half: int | None, sample: int, seed: int) -> None:
    """Print coverage, types, speed and the sample."""
    said = [s for row in half_of(path, half) for s in said_in(row)]
    phrases = [p for s in said for p in s.phrases]
    telling = [s for s in said if s.phrases]
    plain = [s for s in said if any(not (p.plan or p.denied) for p in s.phrases)]
    print(f"{path.name} half {half or 'both'}: {len(said)} statements, {len(phrases)} phrases")
    print(
        f"  statements with a phrase {len(telling) / len(said):.1%}, plainly stated {len(plain) / len(said):.1%}"
    )
    print(
        f"  of turns that state something, {len({s.turn for s in telling}) / len({s.turn for s in said}):.1%} have a phrase"
    )
    print(f"  {sum(s.seconds for s in said) / len(said) * 1e3:.3f} ms a statement")
    print("  " + ", ".join(f"{t} {n}" for t, n in Counter(p.type for p in phrases).most_common()))
    pairs = [(s, p) for s in telling for p in s.phrases]
    for number, (s, p) in enumerate(random.Random(seed).sample(pairs, min(sample, len(pairs))), start=1):
        print(f"{number:3} {shown(p)}\n      {s.speaker}: {s.text}")


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
