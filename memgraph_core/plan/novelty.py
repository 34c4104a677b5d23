"""Which extraction windows are worth reading: SimpleMem's gate, and the windows themselves.

    H(W) = α · (new entities / tokens) + (1 − α) · divergence from the recent past

The divergence is 1 − cosine to the exponential mean of the vectors so far (β = 0.1 is the share of the newest).
Where a text has no vector, because there is no embedder or none that knows its script, it is the share of the
window's terms that the turns just before do not have, each turn back weighing a tenth less: terms, never a
cosine. That needs no memory of its own, so the state kept between windows holds no words of anybody.

Why it is not the default, from the development data (`benchmarks/language/salience.py --gate`, windows of 256 fresh
tokens, 1,000 turns of each half; LoCoMo half 1, REALTALK half 1; with MiniLM, then by terms; in per cent):

    H ≥      statements dropped      evidence turns kept        by terms: dropped, kept
    .05         0.0    0.0             100.0   100.0
    .10         8.9    0.0              95.4   100.0
    .15        33.1    0.5              70.2    99.3
    .25                                                          0.2   0.7   100.0   99.3
    .30                                                          3.1   1.3    99.7   99.3
    .35        98.2   85.6               3.7    13.7            12.6   7.6    96.6   90.8
    salience   47     29                98.7    99.3

- The published threshold of .35 does not carry over: with this model it drops nearly everything. New entities per
  token are a few hundredths, so H is little more than (1 − α) · divergence, whose scale is the embedder's.
- H tells what is new, not what is worth keeping: it loses evidence at about the rate at which it drops statements.
  Ten turns of chat nearly always hold something worth a note. Salience judges statement by statement, and drops
  half of them at the price of one or two evidence turns in a hundred.
- `calibrated` has the highest thresholds, in steps of .05, that keep 98 % of the evidence turns of each first half
  (MemDaily's, by terms, keeps 100 % at .30): it drops windows that repeat what stands before them, as logs of bots
  and sensors do, and costs nothing in talk. On the second halves it keeps 100 % by vectors and 96 % to 99 % by terms.
"""

import base64
import binascii
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, Literal, cast

import numpy as np

from memgraph_core.errors import ConfigError, InvalidInput
from memgraph_core.language.names import name_key
from memgraph_core.language.sizes import estimated_tokens
from memgraph_core.plan.draft import Draft
from memgraph_core.records.extraction import ExtractionWindow
from memgraph_core.records.graph import Turn
from memgraph_core.records.kinds import Vector

TOKENS = 512  # of an extraction window, its read-only half included
BETA = 0.1  # share of the newest window in the mean of the past

_FAR = 64  # turns back from which a term has faded: 0.9^64 is a thousandth


@dataclass(frozen=True, slots=True)
class Preset:
    """A gate by name: how much new entities count against meaning, and the scores below which a window is skipped.

    Vectors and terms diverge on scales of their own, so each has its threshold.
    """

    alpha: float
    threshold: float
    threshold_by_terms: float
    beta: float = BETA

    @property
    def is_open(self) -> bool:
        """Whether everything passes."""
        return not (self.threshold or self.threshold_by_terms)


PRESETS: Mapping[str, Preset] = {
    "open": Preset(0.5, threshold=0.0, threshold_by_terms=0.0),  # everything passes; salience decides
    "calibrated": Preset(0.5, threshold=0.05, threshold_by_terms=0.3),
    # SimpleMem's τ, for windows of 10 turns; its α is not published, halves are assumed
    "published": Preset(0.5, threshold=0.35, threshold_by_terms=0.35),
}


@dataclass(frozen=True, slots=True)
class GateState:
    """What the gate remembers of a namespace: the mean of its windows' vectors, and how many there were.

    Derived from turns, like all else: when turns are forgotten it is to be made anew, or dropped.
    """

    mean: Vector | None = field(default=None, compare=False, repr=False)
    seen: int = 0

    def to_text(self) -> str:
        """The state as JSON, its vector as base64 of little-endian float32; equal states give equal text."""
        mean = None if self.mean is None else base64.b64encode(self.mean.astype("<f4").tobytes()).decode()
        return json.dumps({"seen": self.seen, "mean": mean})

    @classmethod
    def from_text(cls, text: str) -> "GateState":
        """The state that `to_text` wrote. Raises InvalidInput for anything else."""
        try:
            told = cast(Mapping[str, Any], json.loads(text))
            seen, mean = told["seen"], told["mean"]
            vector = None if mean is None else np.frombuffer(base64.b64decode(mean, validate=True), "<f4")
        except (json.JSONDecodeError, KeyError, TypeError, ValueError, binascii.Error) as e:
            raise InvalidInput(f"this is no gate state: {text!r:.80}. Start with GateState() instead.") from e
        usable = vector is None or (vector.size > 0 and bool(np.isfinite(vector).all()))
        if type(seen) is not int or seen < 0 or not usable:
            raise InvalidInput(
                f"this gate state has impossible values: {text!r:.80}. Start with GateState()."
            )
        return cls(mean=None if vector is None else vector.astype(np.float32), seen=seen)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What the gate looks at: a window in numbers."""

    entities: int  # named in the window and new to the namespace
    tokens: int
    terms: tuple[str, ...] = ()
    past: tuple[tuple[str, ...], ...] = ()  # the terms of the turns before it, newest first
    vector: Vector | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Judgement:
    """H(W) and what it is made of."""

    score: float
    novelty: float  # new entities per token
    divergence: float  # 0: said before; 1: nothing in common with the recent past
    by: Literal["vector", "terms"]
    passes: bool


def preset_of(name: str) -> Preset:
    """The gate of this name. Raises ConfigError naming those there are."""
    if name not in PRESETS:
        raise ConfigError(f"the gate is {name!r}; one of {', '.join(PRESETS)} is accepted.")
    return PRESETS[name]


def judged(reading: Reading, state: GateState, preset: Preset) -> tuple[Judgement, GateState]:
    """Whether a window says something new, and the state after it. What has no past is all new."""
    novelty = min(1.0, reading.entities / max(1, reading.tokens))
    divergence, by = _divergence(reading, state, preset.beta)
    score = preset.alpha * novelty + (1 - preset.alpha) * divergence
    threshold = preset.threshold if by == "vector" else preset.threshold_by_terms
    judgement = Judgement(score, novelty, divergence, by, score >= threshold)
    return judgement, GateState(_moved(state.mean, reading.vector, preset.beta), state.seen + 1)


def gated(draft: Draft, preset: Preset, before: str | None) -> Draft:
    """The draft without notes and facts of the windows that say nothing new, and with what the gate remembers now.

    Their turns are skipped: who they mention counts, and they are searched. Windows are cut within what is remembered
    together. `before` is the text of the state so far.
    """
    state = GateState.from_text(before) if before else GateState()
    reasons: dict[str, str] = {}
    earlier = [turn.terms for turn in draft.window.preceding]
    for window in windows(draft.window.turns):
        judgement, state = judged(_reading(draft, window.turns, earlier), state, preset)
        earlier += [turn.terms for turn in window.turns]
        if not judgement.passes:
            reasons |= {turn.uid: f"nothing new ({judgement.score:.2f})" for turn in window.turns}
    told = draft.extraction
    extraction = replace(
        told,
        notes=tuple(note for note in told.notes if note.turn not in reasons),
        facts=tuple(fact for fact in told.facts if fact.turn not in reasons),
        aliases=tuple(same for same in told.aliases if same.turn not in reasons),
        skipped={**reasons, **told.skipped},
    )
    notes = tuple(note for note in draft.notes if not reasons.keys() & set(note.turns))
    revised = tuple(each for each in draft.revised if each.turn not in reasons)
    return replace(draft, extraction=extraction, notes=notes, revised=revised, gate=state.to_text())


def _reading(draft: Draft, turns: Sequence[Turn], earlier: Sequence[str]) -> Reading:
    """A window of a draft in numbers; `earlier` are the terms of the turns before it, oldest first."""
    uids = {turn.uid for turn in turns}
    named = {name_key(mention.name) for mention in draft.extraction.mentions if mention.turn in uids}
    vectors = [draft.passages[turn.uid] for turn in turns if turn.uid in draft.passages]
    return Reading(
        entities=len(named - draft.window.entities.keys()),
        tokens=sum(estimated_tokens(turn.text) for turn in turns),
        terms=tuple(term for turn in turns for term in turn.terms.split()),
        past=tuple(tuple(terms.split()) for terms in reversed(earlier)),
        vector=cast(Vector, np.mean(np.stack(vectors), axis=0, dtype=np.float32)) if vectors else None,
    )


def windows(turns: Sequence[Turn], tokens: int = TOKENS) -> Iterator[ExtractionWindow]:
    """The extraction windows over turns that stand in order, session by session.

    Half of the tokens are fresh turns, each in exactly one window; the other half is what stands before them in
    their session, as read-only context. A turn longer than that is a window by itself.
    """
    for _, group in groupby(turns, key=lambda turn: turn.session):
        session = list(group)
        sizes = [estimated_tokens(turn.text) for turn in session]
        start = 0
        while start < len(session):
            end = start + 1 + _fitting(sizes[start + 1 :], tokens // 2 - sizes[start])
            first = start - _fitting(sizes[:start][::-1], tokens // 2)
            yield ExtractionWindow(turns=tuple(session[start:end]), preceding=tuple(session[first:start]))
            start = end


def divergence_by_terms(terms: Sequence[str], past: Sequence[Sequence[str]], beta: float = BETA) -> float:
    """The share of distinct terms that the past does not have; 1 with no past. `past` is newest first."""
    weights: dict[str, float] = {}
    for age, said in enumerate(past[:_FAR]):
        for term in said:
            weights.setdefault(term, (1 - beta) ** age)
    distinct = set(terms)
    if not distinct or not weights:
        return 1.0 if distinct else 0.0
    return 1.0 - sum(weights.get(term, 0.0) for term in distinct) / len(distinct)


def _divergence(reading: Reading, state: GateState, beta: float) -> tuple[float, Literal["vector", "terms"]]:
    vector, mean = reading.vector, state.mean
    if vector is None:
        return divergence_by_terms(reading.terms, reading.past, beta), "terms"
    if mean is None or mean.shape != vector.shape:
        return 1.0, "vector"
    length = float(np.linalg.norm(mean) * np.linalg.norm(vector))
    return (1.0 - max(0.0, float(mean @ vector)) / length if length else 1.0), "vector"


def _moved(mean: Vector | None, vector: Vector | None, beta: float) -> Vector | None:
    """The exponential mean after a window. One of another model's size begins anew."""
    if vector is None:
        return mean
    if mean is None or mean.shape != vector.shape:
        return vector
    return (np.float32(1 - beta) * mean + np.float32(beta) * vector).astype(np.float32)


def _fitting(sizes: Sequence[int], room: int) -> int:
    """How many of the first sizes fit into the room."""
    for count, size in enumerate(sizes):
        room -= size
        if room < 0:
            return count
    return len(sizes)
