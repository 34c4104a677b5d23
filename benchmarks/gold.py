"""Score what the default extractor understands against hand-written gold data.

    python benchmarks/gold.py [en|zh …] [--part dev|test|train] [--half even|odd]
                              [--failures facts|entities|times|pronouns|nothing|changes]

The gold data in tests/data/language was written before the code and by people who had not seen it. `dev` may be read
while developing; of `test` only the figures are looked at. `train` has sentences only: 650 turns in each language, labelled
exhaustively, for learning and for looking at what is common. Rules are written while reading its even lines and measured
on its odd lines (`--half`). Facts are matched by subject, relation and object, each
against all wordings that the annotator accepts. A fact that the gold data do not list counts as wrong, unless it is
marked optional, or states that the owner of "my sister" has a sister: the gold data write this as the name "speaker's sister".
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from memgraph_core import Memory
from memgraph_core.extract.reading import TurnReading
from memgraph_core.extract.rules import RulesExtractor
from memgraph_core.language.persons.kin import is_kin_of, kin_words
from memgraph_core.language.times import TimeSpan
from memgraph_core.language.traditional import simplified
from memgraph_core.language.vocabulary import VOCABULARY, relation_of
from memgraph_core.records.extraction import ExtractedFact, Extraction, ExtractionWindow
from memgraph_core.records.graph import Fact, Turn

DATA = Path(__file__).parents[1] / "tests" / "data" / "language"
Case = dict[str, Any]

_ARTICLES = re.compile(
    r"\b(?:a|an|the|my|our|his|her|their|your|some|any|this|that|new|own|to)\b", re.IGNORECASE
)
_INFLECTED = re.compile(r"(?:ING|ES|ED|S)(?=_|$)")
_OWNED = "speaker's "
_TITLES = re.compile(r"\b(?:dr|mr|mrs|ms|prof)\.?\s", re.IGNORECASE)
_KIN = {
    "mum": "mother", "mom": "mother", "mam": "mother", "dad": "father", "hubby": "husband", "kid": "child",
    "老爸": "爸", "爸爸": "爸", "父亲": "爸", "老妈": "妈", "妈妈": "妈", "母亲": "妈", "先生": "老公", "丈夫": "老公",
    "太太": "老婆", "妻子": "老婆", "媳妇": "老婆", "女儿": "闺女", "姐姐": "姐", "哥哥": "哥", "弟弟": "弟", "妹妹": "妹",
    "嫂嫂": "嫂子", "老丈人": "岳父", "丈母娘": "岳母", "弟妹": "弟媳", "姥姥": "外婆", "姥爷": "外公", "爸妈": "父母",
}  # fmt: skip


@dataclass
class Tally:
    """Right, wrong and missed items of one kind, with the ones to read."""

    right: int = 0
    wrong: int = 0
    missed: int = 0
    examples: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        """Share of found items that are right."""
        return self.right / max(self.right + self.wrong, 1)

    @property
    def recall(self) -> float:
        """Share of gold items that were found."""
        return self.right / max(self.right + self.missed, 1)

    def line(self) -> str:
        """Precision and recall in per cent, with the counts."""
        return (
            f"precision {100 * self.precision:5.1f}  recall {100 * self.recall:5.1f}  "
            f"({self.right} right, {self.wrong} wrong, {self.missed} missed)"
        )


@dataclass(frozen=True)
class FoundFact:
    """A fact that the extractor found, with names instead of uids."""

    subject: str
    relation: str
    object: str
    status: str

    def __str__(self) -> str:
        return f"{self.subject} {self.relation} {self.object} [{self.status}]"


def main() -> None:
    """Print the figures of the languages asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("languages", nargs="*", default=["en", "zh"])
    parser.add_argument("--part", choices=("dev", "test", "train"), default="dev")
    parser.add_argument("--half", choices=("even", "odd"), help="only every second line of `train`")
    parser.add_argument("--failures", default="", help="facts, entities, times, pronouns, nothing or changes")
    given = parser.parse_args()
    for language in given.languages or ["en", "zh"]:
        tallies = score_language(language, given.part, given.half)
        print(" ".join(filter(None, (language, given.part, given.half))))
        for name, tally in tallies.items():
            print(f"  {name:10} {tally.line()}")
            if given.failures == name:
                print("\n".join(f"    {example}" for example in tally.examples))


def score_language(language: str, part: str, half: str | None = None) -> dict[str, Tally]:
    """All tallies of one language; of `train` also those of its even or odd lines."""
    tallies = {name: Tally() for name in ("facts", "entities", "types", "times", "pronouns")}
    first, step = {None: (0, 1), "odd": (0, 2), "even": (1, 2)}[half]
    for case in cases(language, "sentences", part)[first::step]:
        extraction, reading = understood(case)
        score_facts(case, extraction.facts, tallies["facts"])
        score_entities(case, extraction, reading, tallies["entities"], tallies["types"])
        score_times(case, reading, tallies["times"])
        score_pronouns(case, reading, tallies["pronouns"])
    if part == "train":
        return tallies
    tallies["nothing"] = score_nothing(cases(language, "nothing", part))
    tallies["changes"] = score_changes(cases(language, "changes", part))
    if language == "en":
        tallies["others"] = score_others(cases(language, "other_languages", part))
    return tallies


def cases(language: str, name: str, part: str) -> list[Case]:
    """The cases of one gold file."""
    text = (DATA / language / f"{name}.{part}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def understood(case: Case) -> tuple[Extraction, TurnReading]:
    """What the default extractor reads in the turn of a case."""
    earlier = tuple(turn_of(turn, place) for place, turn in enumerate(case.get("before", ())))
    turn = turn_of(case, len(earlier))
    window = ExtractionWindow(turns=(turn,), preceding=earlier)
    extractor = RulesExtractor()
    return extractor.extract(window), extractor.readings(window)[-1]


def turn_of(row: Case, position: int) -> Turn:
    """A turn of a gold file."""
    return Turn(
        uid=f"{row.get('id', 'before')}-{position}",
        session="gold",
        position=position,
        speaker=row["speaker"],
        role=row.get("role", "user"),
        text=row["text"],
        said_at=datetime.fromisoformat(row["said_at"]),
    )


# Facts


def score_facts(case: Case, facts: Iterable[ExtractedFact], tally: Tally) -> None:
    """Compare the facts found in a turn with those of the gold data."""
    gold = list(case["facts"])
    open_gold = list(gold)
    for extracted in facts:
        fact = _found_fact(extracted, case["speaker"])
        match = next((row for row in open_gold if same_fact(fact, row)), None)
        if match is None and any(same_fact(fact, row) for row in gold):
            continue  # the same fact again, in other words
        if match is None and is_kin_of(extracted.object, extracted.subject):
            continue
        if match is None:
            tally.wrong += 1
            tally.examples.append(f"WRONG  {fact}  <- {case['text']}")
            continue
        open_gold.remove(match)
        tally.right += not match.get("optional", False)
    for row in open_gold:
        if not row.get("optional", False):
            tally.missed += 1
            tally.examples.append(f"MISSED {_gold_fact(row)}  <- {case['text']}")


def _found_fact(fact: ExtractedFact, speaker: str) -> FoundFact:
    status = "holds"
    if fact.denied:
        status = "denied"
    elif fact.type in ("PLANS_TO", "WANTS", "LOOKS_FORWARD_TO") and not fact.ended:
        status = "plan"  # also one whose text gives its last day
    elif fact.ended or fact.holds_until is not None:
        status = "ended"
    return FoundFact(_own(fact.subject, speaker), fact.type, _own(fact.object, speaker), status)


def _own(name: str, speaker: str) -> str:
    """A name with the speaker written as `speaker`."""
    if name == speaker:
        return "speaker"
    name = re.sub(rf"^{re.escape(speaker)}(?:'s|’s|')\s|^{re.escape(speaker)}的", "speaker's ", name)
    owner, possessive, kin = name.partition("的")
    return f"{owner}'s {kin}" if possessive and kin in kin_words("zh") else name


def same_fact(found: FoundFact, gold: Case) -> bool:
    """Whether a found fact is the same as a fact of the gold data."""
    if not _same_status(found, gold):
        return False
    subjects = [gold["subject"], *gold.get("subject_accept", ())]
    has_owner = gold["subject"].startswith(_OWNED)
    if found.relation == "HAPPENS_ON" and not has_owner:  # the owner of an event is optional
        found = replace(found, subject=found.subject.removeprefix(_OWNED))
    forward = same_any(found.subject, subjects) and same_any(found.object, gold["object"])
    if forward and _same_relation(found.relation, gold["relation"]):
        return True
    if not (same_any(found.object, subjects) and same_any(found.subject, gold["object"])):
        return False
    relation = relation_of(found.relation)
    inverse = found.relation if relation.symmetric else relation.inverse
    return inverse is not None and _same_relation(inverse, gold["relation"])


def _same_relation(found: str, accepted: Sequence[str]) -> bool:
    """Whether a relation is accepted, in any form of its verb (LEARNS, LEARNING).

    Open relations match each other if the gold data list one: their names are only suggestions.
    """
    forms = {_INFLECTED.sub("", name) for name in accepted if name not in VOCABULARY}
    if found in accepted or _INFLECTED.sub("", found) in forms:
        return True
    return found not in VOCABULARY and any(name not in VOCABULARY for name in accepted)


def _same_status(found: FoundFact, gold: Case) -> bool:
    accepted = {gold.get("status", "holds"), *gold.get("status_accept", ())}
    if found.status == "plan" and found.relation in gold["relation"]:
        return bool(accepted & {"plan", "holds"})
    return found.status in accepted


def _gold_fact(row: Case) -> str:
    return f"{row['subject']} {'/'.join(row['relation'])} {row['object'][0]} [{row.get('status', 'holds')}]"


def same_any(found: str, accepted: Iterable[str]) -> bool:
    """Whether a wording is one of the accepted ones, up to articles, case and a few more words."""
    return any(_same_words(found, wording) for wording in accepted)


def _same_words(found: str, gold: str) -> bool:
    one, other = _folded(found), _folded(gold)
    if one.startswith(_OWNED) and other.startswith(_OWNED):
        one, other = one.removeprefix(_OWNED), other.removeprefix(_OWNED)
    elif "speaker" in (one, other):
        return one == other  # the speaker is not somebody or something of the speaker
    if not one or not other:
        return False
    if one == other:
        return True
    if re.search(r"[\u4e00-\u9fff]", other):
        short, long = sorted((one, other), key=len)
        return short in long and 2 * len(short) >= len(long)
    first, second = set(one.split()), set(other.split())
    shared = len(first & second)
    return (
        shared > 0 and shared == min(len(first), len(second)) and 2 * shared >= max(len(first), len(second))
    )


def _folded(text: str) -> str:
    text = _TITLES.sub("", simplified(text).lower().replace("’", "'"))
    text = re.sub(r"^speaker的", _OWNED, text)
    text = _ARTICLES.sub(" ", text)
    text = re.sub(r"[^\w\s'%./:@+-]", " ", text)
    words = [_KIN.get(word, word) for word in re.sub(r"\s+", " ", text).strip(" .'-").split()]
    return " ".join(words)


# Entities, times, pronouns


def score_entities(
    case: Case, extraction: Extraction, reading: TurnReading, spans: Tally, types: Tally
) -> None:
    """Names found in the turn, and their types. Kin, the speaker and objects of facts without a name are not counted."""
    gold = list(case["entities"])
    ends = {fact.object for fact in extraction.facts} | {fact.subject for fact in extraction.facts}
    ends -= {name.text for name in reading.named}
    named = [m for m in extraction.mentions if m.how == "named" and m.name.lower() in case["text"].lower()]
    found = [m for m in named if m.name != case["speaker"] and m.name not in ends]
    open_gold = list(gold)
    for mention in found:
        match = next((row for row in open_gold if _same_words(mention.name, row["text"])), None)
        if match is None and any(_same_words(mention.name, row["text"]) for row in gold):
            continue
        if match is None:
            spans.wrong += 1
            spans.examples.append(f"WRONG  {mention.name} ({mention.type})  <- {case['text']}")
            continue
        open_gold.remove(match)
        if match.get("optional"):
            continue
        spans.right += 1
        if (mention.type or "Thing") in (match["type"], *match.get("accept", ())):
            types.right += 1
        else:
            types.wrong += 1
            types.examples.append(f"{mention.name}: {mention.type}, gold {match['type']}  <- {case['text']}")
    for row in open_gold:
        if not row.get("optional"):
            spans.missed += 1
            spans.examples.append(f"MISSED {row['text']} ({row['type']})  <- {case['text']}")


def score_times(case: Case, reading: TurnReading, tally: Tally) -> None:
    """Time expressions with the day on which their interval begins; of "until March" that on which it ends."""
    found = [
        span
        for stated in reading.statements
        for span in stated.times
        if span.kind in ("date", "since", "until", "recurring")
    ]
    open_gold = list(case["times"])
    for span in found:
        match = next((row for row in open_gold if _same_time(span, row)), None)
        if match is not None:
            open_gold.remove(match)
            tally.right += not match.get("optional", False)
        elif not any(_same_time(span, row) for row in case["times"]):
            tally.wrong += 1
            tally.examples.append(
                f"WRONG  {span.text} {span.start} {span.end} {span.kind}  <- {case['text']}"
            )
    for row in open_gold:
        if not row.get("optional"):
            tally.missed += 1
            tally.examples.append(f"MISSED {row}  <- {case['text']}")


def _same_time(span: TimeSpan, gold: Case) -> bool:
    if gold.get("recurs") or span.kind == "recurring":
        return bool(gold.get("recurs")) and span.kind == "recurring"
    edge, bound = (span.end, "until") if span.start is None else (span.start, "from")
    if edge is None:
        return False
    intervals: list[Case] = [gold, *(row for row in gold.get("accept", ()) if isinstance(row, dict))]
    days = {str(row[bound])[:10] for row in intervals if bound in row}
    return edge.date().isoformat() in days


def score_pronouns(case: Case, reading: TurnReading, tally: Tally) -> None:
    """Third-person pronouns with a name: right, wrong (another name), missed (left alone)."""
    places = {(row["text"], row["occurrence"]): row["means"] for row in case["pronouns"] if row["text"]}
    for reference in reading.references:
        before = len(re.findall(rf"\b{re.escape(reference.text)}\b", case["text"][: reference.start]))
        key = (reference.text, before + 1)
        if key not in places or reference.name is None or reference.name == case["speaker"]:
            continue
        means = places.pop(key)
        if means is not None and same_any(_own(reference.name, case["speaker"]), [means]):
            tally.right += 1
        else:
            tally.wrong += 1
            tally.examples.append(
                f"WRONG  {reference.text} -> {reference.name}, gold {means}  <- {case['text']}"
            )
    tally.missed += sum(means is not None for means in places.values())


# Turns that state nothing, pairs of change, other languages


def score_nothing(rows: Iterable[Case]) -> Tally:
    """Turns of which no fact may be kept: right when there is none."""
    tally = Tally()
    for case in rows:
        extraction, _ = understood(case)
        found = [_found_fact(fact, case["speaker"]) for fact in extraction.facts]
        if case.get("allow_denied"):
            found = [fact for fact in found if fact.status != "denied"]
        tally.right += not found
        tally.wrong += bool(found)
        tally.examples += [f"{case['kind']}: {fact}  <- {case['text']}" for fact in found]
    return tally


def score_changes(rows: Iterable[Case]) -> Tally:
    """Pairs of turns: right when every fact of the gold state has the state that it should have."""
    tally = Tally()
    for case in rows:
        wrong = [why for state in case["state"] if (why := _wrong_state(case, state))]
        tally.right += not wrong
        tally.wrong += bool(wrong)
        texts = " || ".join(turn["text"] for turn in case["turns"])
        tally.examples += [f"{case['kind']}: {why}  <- {texts}" for why in wrong]
    return tally


def _wrong_state(case: Case, state: Case) -> str | None:
    if state.get("optional"):
        return None
    with Memory.open(":memory:", "gold", embedder="none") as memory:
        for number, turn in enumerate(case["turns"]):
            memory.add(turn["text"], speaker=turn["speaker"], said_at=turn["said_at"], uid=f"t{number}")
        now = max(datetime.fromisoformat(turn["said_at"]) for turn in case["turns"])
        speaker = case["turns"][-1]["speaker"]
        facts = [(fact, _own(fact.subject_name, speaker), _own(fact.object_name, speaker))
                 for fact in memory.facts(limit=1000)]  # fmt: skip
    found = [fact for fact, subject, object_ in facts if _state_matches(state, fact, subject, object_)]
    if state["now"] == "holds":
        return None if any(_holds(fact, now) for fact in found) else f"not held: {_state(state)}"
    if any(_holds(fact, now) for fact in found):
        return f"still held: {_state(state)}"
    if state["now"] == "ended" and not found:
        return f"not found: {_state(state)}"
    return None


def _state_matches(state: Case, fact: Fact, subject: str, object_: str) -> bool:
    row = {**state, "status": "holds", "status_accept": ["ended", "plan", "denied"]}
    return same_fact(FoundFact(subject, fact.type, object_, "holds"), row)


def _holds(fact: Fact, now: datetime) -> bool:
    return not fact.never_held and (fact.holds_until is None or fact.holds_until > now)


def _state(state: Case) -> str:
    return f"{state['subject']} {'/'.join(state['relation'])} {state['object'][0]} should be {state['now']}"


def score_others(rows: Iterable[Case]) -> Tally:
    """Turns in other languages: their names, and nothing else, are entities; there are no facts."""
    tally = Tally()
    counts: Counter[str] = Counter()
    for case in rows:
        extraction, reading = understood(case)
        score_entities({**case, "facts": []}, extraction, reading, tally, Tally())
        counts["facts"] += len(extraction.facts)
        tally.examples += [
            f"FACT {fact.subject} {fact.type} {fact.object} <- {case['text']}" for fact in extraction.facts
        ]
    tally.wrong += counts["facts"]
    return tally


if __name__ == "__main__":
    main()
