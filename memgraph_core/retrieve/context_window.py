"""The context window of an agent, within a budget: who it is, what was said last, and what memory holds.

Persona and the last messages stand in it always; then, each within its share of what is left, what memory holds of the
question, the last answer with its sources, entities with their facts, and the history. What leaves the window stays in memory.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from memgraph_core.language.scripts import one_line
from memgraph_core.language.secrets import redacted
from memgraph_core.language.terms import terms_of
from memgraph_core.records.graph import Entity, Fact, Note, Turn
from memgraph_core.retrieve.context import estimated_tokens

Strategy = Literal["trim", "summarise", "importance"]

# What a part may take of the tokens that persona and last messages leave, in the order in which they are served; what
# one does not need is there for those behind it.
_SHARES: Mapping[str, float] = {"memory": 0.5, "last_answer": 0.4, "entities": 0.6, "history": 1.0}
_ORDER = ("persona", "memory", "entities", "history", "last_answer", "messages")
_HEADINGS = {
    "memory": "What memory holds:",
    "entities": "Who and what this is about:",
    "history": "Earlier in this conversation:",
    "last_answer": "The last answer, and what it rests on:",
    "messages": "The conversation:",
}
_QUOTE = 300  # characters of one message or note


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """All that a window may be made of."""

    question: str
    persona: str = ""
    memory: str = ""  # the context of the question
    turns: Sequence[Turn] = ()  # of the session, oldest first
    notes: Sequence[Note] = ()  # of these turns
    sources: Sequence[Turn] = ()  # that the last answer used
    named: Sequence[tuple[Entity, Sequence[Fact]]] = ()  # whom the question names, with facts
    frequent: Sequence[Entity] = ()
    recent: Sequence[Entity] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextWindow:
    """The window as text, and its parts by name: persona, memory, entities, history, last_answer, messages."""

    question: str
    text: str
    parts: Mapping[str, str] = field(default_factory=dict[str, str])
    tokens: int = 0
    messages: int = 0  # of the conversation that stand there word for word
    left_out: int = 0  # turns of the conversation that do not stand there in any form


def window_of(material: Material, *, tokens: int, last: int, strategy: Strategy) -> ContextWindow:
    """The window within so many tokens: `last` messages stay word for word, the older ones go by the strategy.

    trim leaves them out; summarise tells the notes that say most; importance keeps the turns that matter most.
    """
    recent = list(material.turns[max(len(material.turns) - last, 0) :])
    parts = {"persona": material.persona.strip()}
    left = tokens - estimated_tokens(parts["persona"])
    while recent and _cost("messages", _lines(recent)) > left:  # the oldest of them go first
        recent.pop(0)
    parts["messages"] = "\n".join(_lines(recent))
    left -= _cost("messages", _lines(recent))
    wanted, told = _history(material, material.turns[: len(material.turns) - len(recent)], strategy)
    offered: dict[str, list[str]] = {
        "memory": material.memory.splitlines(),
        "last_answer": _last_answer(material),
        "entities": _entities(material),
        "history": wanted,
    }
    kept: list[str] = []
    places = {turn.uid: place for place, turn in enumerate(material.turns)}
    for name, share in _SHARES.items():
        lines = _fitting(offered[name], int(left * share) - estimated_tokens(_HEADINGS[name]))
        if name == "history":
            lines.sort(key=lambda line: places[told[line][0]])
        parts[name] = "\n".join(lines)
        left -= _cost(name, lines)
        kept = lines if name == "history" else kept
    shown = len({turn for line in kept for turn in told.get(line, ())})
    text = "\n\n".join(_with_heading(name, parts[name]) for name in _ORDER if parts[name])
    return ContextWindow(
        question=material.question,
        text=text,
        parts=parts,
        tokens=estimated_tokens(text),
        messages=len(recent),
        left_out=len(material.turns) - len(recent) - shown,
    )


def _with_heading(name: str, part: str) -> str:
    return f"{_HEADINGS[name]}\n{part}" if name in _HEADINGS else part


def _cost(name: str, lines: Sequence[str]) -> int:
    return estimated_tokens("\n".join((_HEADINGS[name], *lines))) if lines else 0


def _fitting(lines: Sequence[str], budget: int) -> list[str]:
    """The lines, as many as fit, in their order; a long one is passed over for a shorter one behind it."""
    kept: list[str] = []
    for line in lines:
        size = estimated_tokens(line)
        if size <= budget:
            kept.append(line)
            budget -= size
    return kept


def _lines(turns: Sequence[Turn]) -> list[str]:
    return [_line(turn) for turn in turns]


def _line(turn: Turn) -> str:
    who = one_line(turn.speaker or turn.role)
    return f"{who}: {_cut(turn.text)}"


def _cut(text: str) -> str:
    bare = one_line(redacted(text))
    return bare if len(bare) <= _QUOTE else f"{bare[:_QUOTE]} …"


def _last_answer(material: Material) -> list[str]:
    answer = next((turn for turn in reversed(material.turns) if turn.role == "assistant"), None)
    if answer is None:
        return []
    rests_on = [f"  [{one_line(turn.uid)}] {_line(turn)}" for turn in material.sources]
    return [_line(answer), *rests_on]


def _entities(material: Material) -> list[str]:
    lines: list[str] = []
    for entity, facts in material.named:
        told = "; ".join(
            _cut(fact.text) + (f" (until {fact.holds_until.date()})" if fact.holds_until else "")
            for fact in facts
            if not fact.never_held
        )
        lines.append(f"{one_line(entity.name)} ({entity.type}): {told or 'no facts'}")
    for what, entities in (("Most often", material.frequent), ("Last", material.recent)):
        if names := ", ".join(one_line(entity.name) for entity in entities if entity.mentions):
            lines.append(f"{what} spoken of: {names}")
    return lines


def _history(
    material: Material, older: Sequence[Turn], strategy: Strategy
) -> tuple[list[str], dict[str, tuple[str, ...]]]:
    """The lines of the history, and which turns each tells: what matters most first taken, then told in order."""
    if strategy == "trim" or not older:
        return [], {}
    notes = _notes_by_turn(material.notes)
    if strategy == "importance":
        rank = _importance(material.question, notes)
        best = sorted(range(len(older)), key=lambda place: (-rank(older[place]), -place))
        lines = [_line(older[place]) for place in best]
        return lines, {line: (older[place].uid,) for line, place in zip(lines, best, strict=True)}
    told = [
        (note.salience, place, note)
        for place, turn in enumerate(older)
        for note in notes.get(turn.uid, ())
        if note.kind != "vault"
    ]
    ordered = sorted(told, key=lambda row: (-row[0], row[1], row[2].uid))
    return [f"- {_cut(note.text)}" for _, _, note in ordered], {
        f"- {_cut(note.text)}": note.turns for _, _, note in ordered
    }


def _notes_by_turn(notes: Sequence[Note]) -> dict[str, list[Note]]:
    by_turn: dict[str, list[Note]] = {}
    for note in notes:
        for turn in note.turns:
            by_turn.setdefault(turn, []).append(note)
    return by_turn


def _importance(question: str, notes: Mapping[str, Sequence[Note]]) -> Callable[[Turn], float]:
    """How much a turn matters: what it states at its best, and how much of the question it holds."""
    asked = set(terms_of(question))

    def of(turn: Turn) -> float:
        share = len(asked & set(terms_of(turn.text))) / len(asked) if asked else 0.0
        return max((note.salience for note in notes.get(turn.uid, ())), default=0.0) + share

    return of
