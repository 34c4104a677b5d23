"""Compare the facts of the rules with turns that independent writers labelled, by relation type.

    python benchmarks/labelled.py [en|zh] [--folders a b …] [--turns 5000] [--wrong TYPE]

`found` is the number of facts of a type, `pair` the share whose subject and object are labelled as related, and `type` the
share with the same relation type. Ends match if one contains the other or both share a word. `recall` is the share of the
labelled facts whose pair is found. The format of the labels is described in benchmarks/labelled_turns/README.md.
"""

import argparse
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from memgraph_core.extract.rules import RulesExtractor
from memgraph_core.language.vocabulary import VOCABULARY
from memgraph_core.records.extraction import ExtractedFact, ExtractionWindow
from memgraph_core.records.graph import Turn

DATA = Path(__file__).parent / "labelled_turns"
SPEAKER = "Zenobia"  # a name that no turn contains
_NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)
_LINE = re.compile(
    rf"(?P<subject>.+?) (?P<type>{'|'.join(sorted(VOCABULARY))}|<[^<>]+>) (?P<object>.+?)"
    r"(?: ; (?P<status>ended|plan|denied))?"
)
_OCCURRENCE = re.compile(r"#\d$")
_WORD = re.compile(r"[\u4e00-\u9fff]|[^\W_]+")
_FUNCTION_WORDS = frozenset(["a", "an", "the", "my", "of", "to", "in", "and", "for", "的", "了"])


@dataclass(frozen=True)
class Label:
    """A labelled fact. The speaker has the name SPEAKER."""

    subject: str
    type: str
    object: str


@dataclass(frozen=True)
class LabelledTurn:
    """A turn and its labelled facts."""

    text: str
    labels: tuple[Label, ...]


def turns_of(file: Path) -> Iterator[LabelledTurn]:
    """The turns of a file. Raises ValueError for a line that is neither a turn nor a fact."""
    text, labels = "", list[Label]()
    for line in [*file.read_text(encoding="utf-8").splitlines(), "> "]:
        if line.startswith("> "):
            if text:
                yield LabelledTurn(text, tuple(labels))
            text, labels = line[2:].strip(), []
        elif line.strip():
            labels.append(_label(file, line.strip()))


def _label(file: Path, line: str) -> Label:
    found = _LINE.fullmatch(line)
    if found is None:
        raise ValueError(f"{file}: {line!r} is not SUBJECT RELATION OBJECT")
    subject, object_ = (_OCCURRENCE.sub("", found[end]) for end in ("subject", "object"))
    return Label(
        SPEAKER if subject == "me" else subject, found["type"], SPEAKER if object_ == "me" else object_
    )


def facts_of(text: str, extractor: RulesExtractor) -> Sequence[ExtractedFact]:
    """The facts that the rules find in a turn alone."""
    turn = Turn(
        uid="turn", session="labelled", position=0, speaker=SPEAKER, role="user", text=text, said_at=_NOW
    )
    return extractor.extract(ExtractionWindow(turns=(turn,))).facts


def relates_same(fact: ExtractedFact, label: Label) -> bool:
    """Whether a fact and a label have the same ends. Kin of the speaker may be labelled with a name."""
    is_kin = fact.subject.startswith(f"{SPEAKER}'s ") or fact.subject.startswith(f"{SPEAKER}的")
    if SPEAKER in (fact.subject, label.subject):
        is_subject = fact.subject == label.subject
    else:
        is_subject = is_kin or _overlap(fact.subject, label.subject)
    return is_subject and (fact.object == label.object or _overlap(fact.object, label.object))


def _overlap(one: str, other: str) -> bool:
    a, b = one.casefold(), other.casefold()
    return a in b or b in a or bool((_words(a) & _words(b)) - _FUNCTION_WORDS)


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text))


def main() -> None:
    """Print the figures, those with the most facts without a label first."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("language", nargs="?", choices=("en", "zh"), default="en")
    parser.add_argument("--folders", nargs="*", help="the writers; all without this option")
    parser.add_argument("--turns", type=int, default=5000, help="how many turns, chosen at random")
    parser.add_argument("--wrong", metavar="TYPE", help="print the facts of a type without a label")
    given = parser.parse_args()
    folders = given.folders or sorted(path.name for path in (DATA / given.language).iterdir())
    turns = [
        turn
        for folder in folders
        for file in sorted((DATA / given.language / folder).glob("*.txt"))
        for turn in turns_of(file)
    ]
    random.Random(1).shuffle(turns)
    extractor, counts = RulesExtractor(), defaultdict[str, Counter[str]](Counter)
    labelled = recalled = 0
    for turn in turns[: given.turns]:
        facts = facts_of(turn.text, extractor)
        labelled += len(turn.labels)
        recalled += sum(any(relates_same(fact, label) for fact in facts) for label in turn.labels)
        for fact in facts:
            same = [label for label in turn.labels if relates_same(fact, label)]
            counts[fact.type].update(
                found=1, pair=bool(same), type=any(label.type == fact.type for label in same)
            )
            if fact.type == given.wrong and not same:
                print(f"{fact.subject} {fact.type} {fact.object}  <- {turn.text}")
    total = sum(counts.values(), Counter[str]())
    rows = sorted(counts.items(), key=lambda row: row[1]["pair"] - row[1]["found"])
    print(f"{'type':20} found  pair  type")
    for type_, row in [("all", total), *rows]:
        print(
            f"{type_:20} {row['found']:5}  {row['pair'] / row['found']:.2f}  {row['type'] / row['found']:.2f}"
        )
    print(
        f"recall {recalled / labelled:.3f} of {labelled} labelled facts in {len(turns[: given.turns])} turns"
    )


if __name__ == "__main__":
    main()
