"""Prints sampled pronouns with their antecedents, for a person to judge, and how often the rules found one.

    python benchmarks/language/coreference.py FILE --sample 40 --seed 1 --half first --sort he

FILE has one conversation a line: {"language", "turns": [{"session", "speaker", "text"}]}. Every turn is read as
the engine reads it, with the four turns before it in its session. Prints the sample, each pronoun marked in its turn with
the turns before it, and counts for every sort of pronoun. It does not judge the results.

Sorts: he (he and she), they, we, you, i, kin (people named by their relation to somebody), all.
"""

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from memgraph_core.language.coreference import addressee_of, hear, references_in
from memgraph_core.language.entities import named_in
from memgraph_core.language.names import name_key
from memgraph_core.language.pack import language_of
from memgraph_core.language.people import kin_in
from memgraph_core.language.persons.antecedents import Heard, Reference
from memgraph_core.language.spans import Span

WIDTH = 240  # characters shown of a turn, on either side of the pronoun
SORTS = {
    **dict.fromkeys(("he", "him", "his", "she", "her", "hers", "himself", "herself", "他", "她"), "he"),
    **dict.fromkeys(("they", "them", "their", "theirs", "themselves", "他们", "她们"), "they"),
    **dict.fromkeys(("we", "us", "our", "ours", "ourselves", "我们", "咱们", "咱"), "we"),
    **dict.fromkeys(("you", "your", "yours", "yourself", "你", "您", "你们"), "you"),
    **dict.fromkeys(("i", "me", "my", "mine", "myself", "我", "俺"), "i"),
    "自己": "self",
}


@dataclass(frozen=True)
class Found:
    """A pronoun or kin of a turn, with the turns before it."""

    sort: str
    start: int
    end: int
    meant: str | None
    confidence: float
    heard: Heard
    before: tuple[Heard, ...]

    def __str__(self) -> str:
        text = " ".join(self.heard.text.split("\n"))
        before, after = text[max(0, self.start - WIDTH) : self.start], text[self.end : self.end + WIDTH]
        marked = f"{before}[[{text[self.start : self.end]} → {self.meant} {self.confidence}]]{after}"
        earlier = [f"    {h.speaker}: {' '.join(h.text.split())[-WIDTH:]}" for h in self.before]
        return "\n".join([*earlier, f">>> {self.heard.speaker}: {marked}"])


def spans_of(text: str, language: str, known: dict[str, str]) -> list[Span]:
    """The names of a text as spans."""
    spans: list[Span] = []
    for named in named_in(text, language, known):
        start = getattr(named, "start", None)
        if start is None:
            start = text.find(named.text)
        if start >= 0:
            spans.append(
                Span(start, start + len(named.text), getattr(named, "name", None) or named.text, named.type)
            )
    return spans


def read(turns: Sequence[dict[str, str]]) -> Iterator[Found]:
    """Every pronoun and kin of a conversation."""
    alone: list[tuple[str, Heard]] = []  # session, and the turn read without the turns before it
    speakers = {turn["speaker"] for turn in turns}
    known = {name_key(s): s for s in speakers}
    for turn in turns:
        text, speaker, language = turn["text"], turn["speaker"], language_of(turn["text"])
        before = tuple(h for session, h in alone[-4:] if session == turn["session"])
        addressee = addressee_of(speaker, speakers)
        names = spans_of(text, language, known)
        heard = hear(speaker, text, language, names, before, addressee)
        for reference in references_in(heard, before, addressee):
            yield found(reference, heard, before)
        for kin in kin_in(text, language, [n.name for n in names]):
            meant = f"{kin.owner} / {kin.called} = {kin.name}" + (" TELLS" if kin.identifies else "")
            yield Found("kin", kin.start, kin.end, meant, 1.0, heard, before)
        known.update({name_key(n.name): n.name for n in names})  # as the graph would know them at this point
        alone.append((turn["session"], hear(speaker, text, language, names, (), addressee)))


def found(reference: Reference, heard: Heard, before: tuple[Heard, ...]) -> Found:
    """A reference with its turn and the turns before it."""
    sort = SORTS.get(reference.text.lower(), "other")
    return Found(sort, reference.start, reference.end, reference.name, reference.confidence, heard, before)


def main() -> None:
    """Print the sample and the counts."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--sample", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--half", choices=["first", "second", "all"], default="all")
    parser.add_argument("--sort", default="he")
    parser.add_argument("--abstained", action="store_true", help="show those without an antecedent instead")
    given = parser.parse_args()
    lines = given.file.read_text(encoding="utf-8").splitlines()
    middle = (len(lines) + 1) // 2
    halves = {"first": lines[:middle], "second": lines[middle:], "all": lines}
    started = time.process_time()
    everything = [item for line in halves[given.half] for item in read(json.loads(line)["turns"])]
    spent = time.process_time() - started
    wanted = [f for f in everything if given.sort in (f.sort, "all") and (f.meant is None) == given.abstained]
    for i, item in enumerate(
        random.Random(given.seed).sample(wanted, min(given.sample, len(wanted))), start=1
    ):
        print(f"--- {i}\n{item}")
    counts, named = (
        Counter(f.sort for f in everything),
        Counter(f.sort for f in everything if f.meant is not None),
    )
    print({sort: f"{named[sort]} of {count}" for sort, count in counts.most_common()}, f"{spent:.1f} s")


if __name__ == "__main__":
    main()
