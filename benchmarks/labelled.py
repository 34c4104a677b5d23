"""Compare the facts of the rules with turns that independent writers labelled, by relation type.

    python benchmarks/labelled.py [en|zh] [--folders a b …] [--half even|odd] [--turns 5000] [--wrong TYPE] [--missed TYPE]

`found` is the number of facts of a type, `pair` the share whose subject and object are labelled as related, and `type` the
share with the same relation type. Ends match if one contains the other or both share a word. The same figures follow by the
confidence of the facts, which tells the readers apart: .5 and .6 are readings of any verb. `recall` is the share of the
labelled facts whose pair is found; the types with the most missed facts are listed. Rules are written while reading the even
turns and measured on the odd ones (`--half`). The format of the labels is described in benchmarks/labelled_turns/README.md.
"""

import argparse
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
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
_MISSED_ROWS = 40
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


def relates_same(fact: ExtractedFact, label: Label, text: str) -> bool:
    """Whether a fact and a label of a turn have the same ends. Kin of the speaker may be labelled with a name.

    An object that is not in the text, such as the day `2026-03-08` or the event `promotion`, is compared by its type.
    """
    is_kin = fact.subject.startswith(f"{SPEAKER}'s ") or fact.subject.startswith(f"{SPEAKER}的")
    if SPEAKER in (fact.subject, label.subject):
        is_subject = fact.subject == label.subject
    else:
        is_subject = is_kin or _overlap(fact.subject, label.subject)
    is_written = fact.object.casefold() in text.casefold() or fact.object.startswith(SPEAKER)
    is_object = fact.object == label.object or _overlap(fact.object, label.object)
    return is_subject and (is_object or (not is_written and fact.type == label.type))


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
    parser.add_argument("--half", choices=("even", "odd"), help="only every second turn of each file")
    parser.add_argument("--turns", type=int, default=5000, help="how many turns, chosen at random")
    parser.add_argument("--wrong", metavar="TYPE", help="print the facts of a type without a label")
    parser.add_argument(
        "--missed", metavar="TYPE", help="print the labelled facts of a type that are not found"
    )
    given = parser.parse_args()
    turns = _chosen_turns(given.language, given.folders, given.half)[: given.turns]
    extractor = RulesExtractor()
    types, readers = defaultdict[str, Counter[str]](Counter), defaultdict[str, Counter[str]](Counter)
    labelled, missed = Counter[str](), Counter[str]()
    for turn in turns:
        facts = facts_of(turn.text, extractor)
        for label in turn.labels:
            type_ = label.type if label.type in VOCABULARY else "<open>"
            labelled[type_] += 1
            if not any(relates_same(fact, label, turn.text) for fact in facts):
                missed[type_] += 1
                if given.missed in (type_, label.type):
                    print(f"{label.subject} {label.type} {label.object}  <- {turn.text}")
        for fact in facts:
            same = [label for label in turn.labels if relates_same(fact, label, turn.text)]
            is_type = any(label.type == fact.type for label in same)
            for row in (types[fact.type], readers[f"{fact.confidence:.2f}"]):
                row.update(found=1, pair=bool(same), type=is_type)
            if fact.type == given.wrong and not same:
                print(f"{fact.subject} {fact.type} {fact.object}  <- {turn.text}")
    print(f"{'type':20} found  pair  type")
    _print_rows([("all", sum(types.values(), Counter[str]()))])
    _print_rows(sorted(types.items(), key=lambda row: row[1]["pair"] - row[1]["found"]))
    print(f"\n{'confidence':20} found  pair  type")
    _print_rows(sorted(readers.items()))
    print(f"\n{'missed':20} missed  labelled")
    for type_, count in missed.most_common(_MISSED_ROWS):
        print(f"{type_:20} {count:6}  {labelled[type_]:8}")
    recall = 1 - missed.total() / labelled.total()
    print(f"recall {recall:.3f} of {labelled.total()} labelled facts in {len(turns)} turns")


def _chosen_turns(language: str, folders: Sequence[str] | None, half: str | None) -> list[LabelledTurn]:
    """The turns of some folders, in random order."""
    first, step = {None: (0, 1), "even": (0, 2), "odd": (1, 2)}[half]
    turns = [
        turn
        for folder in folders or sorted(path.name for path in (DATA / language).iterdir())
        for file in sorted((DATA / language / folder).glob("*.txt"))
        for turn in list(turns_of(file))[first::step]
    ]
    random.Random(1).shuffle(turns)
    return turns


def _print_rows(rows: Iterable[tuple[str, Counter[str]]]) -> None:
    for name, row in rows:
        pair, type_ = row["pair"] / row["found"], row["type"] / row["found"]
        print(f"{name:20} {row['found']:5}  {pair:.2f}  {type_:.2f}")


if __name__ == "__main__":
    main()
