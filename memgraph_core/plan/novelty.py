"""The novelty filter of SimpleMem: it decides which windows of turns yield notes.

    H(W) = α · (new entities / tokens) + (1 − α) · divergence from the recent past

The divergence is 1 − cosine to the exponential mean of the earlier vectors (β = 0.1 is the weight of the newest one).
A text has no vector if there is no embedder or if the embedder does not know its script. Then the divergence is the share
of the window's terms that the preceding turns do not contain. The weight of a turn decreases by a tenth for each turn
between it and the window. This needs no stored state, so the stored state of the filter contains no text.

The filter is off by default. Measurements on the development data (windows of
256 new tokens, 1,000 turns of each half) in per cent. Each column has two numbers: LoCoMo half 1 and REALTALK half 1. The
first two columns are by vectors of MiniLM, the last two by terms.

    H ≥      statements dropped      evidence turns kept        by terms: dropped, kept
    .05         0.0    0.0             100.0   100.0
    .10         8.9    0.0              95.4   100.0
    .15        33.1    0.5              70.2    99.3
    .25                                                          0.2   0.7   100.0   99.3
    .30                                                          3.1   1.3    99.7   99.3
    .35        98.2   85.6               3.7    13.7            12.6   7.6    96.6   90.8
    salience   47     29                98.7    99.3

- The published threshold of .35 does not fit this model: it drops nearly everything. There are only a few hundredths of
  new entities per token, so H is close to (1 − α) · divergence, and its scale depends on the embedder.
- H measures what is new, not what is worth keeping: it loses evidence at about the rate at which it drops statements.
  Ten turns of a chat nearly always contain something worth a note. Salience is computed for each statement; it drops
  half of them and loses one or two evidence turns in a hundred.
- `calibrated` has the highest thresholds, in steps of .05, that keep 98 % of the evidence turns of each first half
  (by terms, 100 % on MemDaily at .30). It drops windows that repeat earlier ones, for example in logs of bots and sensors,
  and loses nothing in conversations. On the second halves it keeps 100 % by vectors and 96 % to 99 % by terms.
- Divergence by terms alone, which would need no state, is no replacement. It knows only the turns that are extracted
  together, and the common words of a conversation look like repetitions to it. The following was measured later, with other
  terms than the table above: four parts of LoCoMo and REALTALK with 500 turns each, and three generated logs of 300 messages
  (8 templates; one sensor; 40 messages again and again).

    calibrated       dropped of conversations     dropped of logs     evidence turns kept
    by vectors         0.0   0.0   0.0   0.0         89   93   89     100.0 100.0 100.0 100.0
    by terms          10.2   6.0  19.0  16.5         23   93   31      91.2  94.8  88.9  88.9
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

TOKENS = 512  # of a window, its context half included
BETA = 0.1  # weight of the newest window in the mean

_MAX_AGE = 64  # number of preceding turns whose terms are compared; the weight of the last one, 0.9^64, is a thousandth


@dataclass(frozen=True, slots=True)
class Preset:
    """The parameters of the novelty filter. Divergence by vectors and by terms have separate thresholds."""

    alpha: float  # weight of new entities; 1 − alpha is the weight of the divergence
    threshold: float  # a window with a lower score is skipped
    threshold_by_terms: float

    @property
    def is_open(self) -> bool:
        """Whether every window passes."""
        return not (self.threshold or self.threshold_by_terms)


PRESETS: Mapping[str, Preset] = {
    "open": Preset(0.5, threshold=0.0, threshold_by_terms=0.0),  # everything passes; salience decides
    "calibrated": Preset(0.5, threshold=0.05, threshold_by_terms=0.3),
    # SimpleMem's τ, for windows of 10 turns; its α is not published, 0.5 is assumed
    "published": Preset(0.5, threshold=0.35, threshold_by_terms=0.35),
}


@dataclass(frozen=True, slots=True)
class NoveltyState:
    """The state of the novelty filter: the exponential mean of the window vectors.

    It is derived from turns, so it must be recomputed or dropped when turns are forgotten.
    """

    mean: Vector | None = field(default=None, compare=False, repr=False)
    seen: int = 0  # number of windows

    def to_text(self) -> str:
        """The state as JSON, with the vector as base64 of little-endian float32. Equal states give equal text."""
        mean = None if self.mean is None else base64.b64encode(self.mean.astype("<f4").tobytes()).decode()
        return json.dumps({"seen": self.seen, "mean": mean})

    @classmethod
    def from_text(cls, text: str) -> "NoveltyState":
        """The state that `to_text` wrote. Raises InvalidInput for any other text."""
        try:
            values = cast(Mapping[str, Any], json.loads(text))
            seen, mean = values["seen"], values["mean"]
            vector = None if mean is None else np.frombuffer(base64.b64decode(mean, validate=True), "<f4")
        except (json.JSONDecodeError, KeyError, TypeError, ValueError, binascii.Error) as e:
            raise InvalidInput(
                f"this is not a state of the novelty filter: {text!r:.80}. Start with NoveltyState()."
            ) from e
        usable = vector is None or (vector.size > 0 and bool(np.isfinite(vector).all()))
        if type(seen) is not int or seen < 0 or not usable:
            raise InvalidInput(
                f"this state of the novelty filter has invalid values: {text!r:.80}. Start with NoveltyState()."
            )
        return cls(mean=None if vector is None else vector.astype(np.float32), seen=seen)


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowFeatures:
    """The features of a window from which its novelty score is computed."""

    entities: int  # number of mentioned entities that are new to the namespace
    tokens: int
    terms: tuple[str, ...] = ()
    past: tuple[tuple[str, ...], ...] = ()  # terms of the preceding turns, newest first
    vector: Vector | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class NoveltyScore:
    """H(W) and its components."""

    score: float  # H
    novelty: float  # new entities per token
    divergence: float  # 0: a repetition; 1: nothing in common with the recent past
    by: Literal["vector", "terms"]
    passes: bool


def preset_of(name: str) -> Preset:
    """The preset with this name. Raises ConfigError for an unknown name."""
    if name not in PRESETS:
        raise ConfigError(f"the novelty filter is {name!r}; give one of {', '.join(PRESETS)}.")
    return PRESETS[name]


def score_window(
    features: WindowFeatures, state: NoveltyState, preset: Preset
) -> tuple[NoveltyScore, NoveltyState]:
    """The novelty score of a window and the state after it. The divergence of the first window is 1."""
    novelty = min(1.0, features.entities / max(1, features.tokens))
    divergence, by = _divergence(features, state)
    score = preset.alpha * novelty + (1 - preset.alpha) * divergence
    threshold = preset.threshold if by == "vector" else preset.threshold_by_terms
    result = NoveltyScore(score, novelty, divergence, by, score >= threshold)
    return result, NoveltyState(_updated_mean(state.mean, features.vector), state.seen + 1)


def filter_by_novelty(draft: Draft, preset: Preset, state_text: str | None) -> Draft:
    """The draft without the notes and facts of windows that contain nothing new, and with the new state of the filter.

    The turns of these windows are skipped: their mentions count, and search can find them. The turns of the draft are
    divided into windows here. `state_text` is the previous state, as `to_text` wrote it.
    """
    state = NoveltyState.from_text(state_text) if state_text else NoveltyState()
    reasons: dict[str, str] = {}
    earlier = [turn.terms for turn in draft.window.preceding]
    for window in windows(draft.window.turns):
        result, state = score_window(_features(draft, window.turns, earlier), state, preset)
        earlier += [turn.terms for turn in window.turns]
        if not result.passes:
            reasons |= {turn.uid: f"nothing new ({result.score:.2f})" for turn in window.turns}
    everything = draft.extraction
    extraction = replace(
        everything,
        notes=tuple(note for note in everything.notes if note.turn not in reasons),
        facts=tuple(fact for fact in everything.facts if fact.turn not in reasons),
        aliases=tuple(alias for alias in everything.aliases if alias.turn not in reasons),
        skipped={**reasons, **everything.skipped},
    )
    notes = tuple(note for note in draft.notes if not reasons.keys() & set(note.turns))
    revisions = tuple(each for each in draft.revisions if each.turn not in reasons)
    return replace(
        draft, extraction=extraction, notes=notes, revisions=revisions, novelty_state=state.to_text()
    )


def _features(draft: Draft, turns: Sequence[Turn], earlier: Sequence[str]) -> WindowFeatures:
    """The features of a window of the draft. `earlier` are the terms of the preceding turns, oldest first."""
    uids = {turn.uid for turn in turns}
    named = {name_key(mention.name) for mention in draft.extraction.mentions if mention.turn in uids}
    vectors = [
        draft.passages[turn.uid]
        for turn in turns
        if turn.uid in draft.passages and not turn.is_agent_generated
    ]
    return WindowFeatures(
        entities=len(named - draft.window.entities.keys()),
        tokens=sum(estimated_tokens(turn.text) for turn in turns),
        terms=tuple(term for turn in turns for term in turn.terms.split()),
        past=tuple(tuple(terms.split()) for terms in reversed(earlier)),
        vector=cast(Vector, np.mean(np.stack(vectors), axis=0, dtype=np.float32)) if vectors else None,
    )


def windows(turns: Sequence[Turn], tokens: int = TOKENS) -> Iterator[ExtractionWindow]:
    """Divide ordered turns into extraction windows, session by session.

    Half of the tokens of a window are new turns; each turn is new in exactly one window. The other half are the preceding
    turns of the session, as read-only context. A turn that is longer than one half is a window by itself.
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


def divergence_by_terms(terms: Sequence[str], past: Sequence[Sequence[str]]) -> float:
    """The weighted share of distinct terms that the past does not contain; 1 without a past. `past` is newest first."""
    weights: dict[str, float] = {}
    for age, earlier_terms in enumerate(past[:_MAX_AGE]):
        for term in earlier_terms:
            weights.setdefault(term, (1 - BETA) ** age)
    distinct = set(terms)
    if not distinct or not weights:
        return 1.0 if distinct else 0.0
    return 1.0 - sum(weights.get(term, 0.0) for term in distinct) / len(distinct)


def _divergence(features: WindowFeatures, state: NoveltyState) -> tuple[float, Literal["vector", "terms"]]:
    vector, mean = features.vector, state.mean
    if vector is None:
        return divergence_by_terms(features.terms, features.past), "terms"
    if mean is None or mean.shape != vector.shape:
        return 1.0, "vector"
    length = float(np.linalg.norm(mean) * np.linalg.norm(vector))
    return (1.0 - max(0.0, float(mean @ vector)) / length if length else 1.0), "vector"


def _updated_mean(mean: Vector | None, vector: Vector | None) -> Vector | None:
    """The exponential mean after a window. It starts again if the embedding dimension has changed."""
    if vector is None:
        return mean
    if mean is None or mean.shape != vector.shape:
        return vector
    return (np.float32(1 - BETA) * mean + np.float32(BETA) * vector).astype(np.float32)


def _fitting(sizes: Sequence[int], limit: int) -> int:
    """The number of leading sizes whose sum is at most `limit`."""
    for count, size in enumerate(sizes):
        limit -= size
        if limit < 0:
            return count
    return len(sizes)
