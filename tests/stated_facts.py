"""The facts that turns of one speaker give, written as the relation entries write them."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from memgraph_core import Memory
from memgraph_core.extract.rules import RulesExtractor
from memgraph_core.language.persons.kin import is_kin_of
from memgraph_core.language.persons.kin_phrases import PRESUPPOSED
from memgraph_core.records.extraction import ExtractedFact, ExtractionWindow
from memgraph_core.records.graph import Fact, Turn

SPEAKER = "Ada"
_FIRST = datetime(2026, 3, 18, 9, 30, tzinfo=UTC)  # a Wednesday


def facts_of(turns: Sequence[str], *, described_kin: bool = False) -> list[str]:
    """Of one turn the facts that it states, of several those that are stored after the last one; sorted.

    That the owner of "my sister" has a sister is one of them only with `described_kin`, or if more words state it.
    """
    facts = _stated(turns[0]) if len(turns) == 1 else _stored(turns)
    return sorted(text for text, is_described in facts if described_kin or not is_described)


def _stated(text: str) -> list[tuple[str, bool]]:
    turn = Turn(
        uid="t0", session="examples", position=0, speaker=SPEAKER, role="user", text=text, said_at=_FIRST
    )
    extraction = RulesExtractor().extract(ExtractionWindow(turns=(turn,)))
    return [
        (
            f"{_own(f.subject)} {f.type} {_own(f.object)}{_status(f)}",
            _is_presupposed(f.subject, f.object, f.confidence),
        )
        for f in extraction.facts
    ]


def _is_presupposed(subject: str, object_: str, confidence: float) -> bool:
    return is_kin_of(object_, subject) and confidence <= PRESUPPOSED


def _status(fact: ExtractedFact) -> str:
    if fact.denied:
        return " [denied]"
    is_over = fact.holds_until is not None and fact.holds_until <= _FIRST
    return " [ended]" if fact.ended or is_over else ""


def _stored(turns: Sequence[str]) -> list[tuple[str, bool]]:
    """The facts after turns at intervals of 30 days, without those that never held."""
    with Memory.open(":memory:", "examples", embedder="none") as memory:
        for number, text in enumerate(turns):
            memory.add(text, speaker=SPEAKER, said_at=_FIRST + timedelta(days=30 * number))
        now = _FIRST + timedelta(days=30 * len(turns))
        return [
            (
                f"{_own(fact.subject_name)} {fact.type} {_own(fact.object_name)}{_end(fact, now)}",
                _is_presupposed(fact.subject_name, fact.object_name, fact.confidence),
            )
            for fact in memory.facts(limit=1000)
            if not fact.never_held
        ]


def _own(name: str) -> str:
    if name == SPEAKER:
        return "speaker"
    return name.replace(f"{SPEAKER}'s ", "speaker's ").replace(f"{SPEAKER}的", "speaker的")


def _end(fact: Fact, now: datetime) -> str:
    return " [ended]" if fact.holds_until is not None and fact.holds_until <= now else ""
