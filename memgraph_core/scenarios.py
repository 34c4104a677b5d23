"""Scenarios: named settings for a kind of use. docs/how-to/scenarios.md says what each changes and why."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from memgraph_core.records.kinds import NoteKind
from memgraph_core.records.retention import CurveName

ScenarioName = Literal["medical", "education", "companion", "support", "office", "coding"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """The settings of a scenario; see `Settings.with_scenario`. The defaults are the settings without one.

    `gamma` and `tau` are the γ and τ of the affinity γ·similarity + (1−γ)·e^(−Δt/τ). Consolidation computes the longest pause
    within a run of events from it (see consolidate/runs.py).
    """

    novelty_filter: str = "open"
    gamma: float = 0.5
    tau: float = 30.0  # days
    curve: CurveName = "fsrs"
    archive_after: float = 30.0  # days
    never_fade: tuple[NoteKind, ...] = ("core", "vault")


SCENARIOS: Mapping[ScenarioName, Scenario] = MappingProxyType(
    {
        # A complaint may return after a year, so statements stay active for a year.
        "medical": Scenario(
            gamma=0.8, archive_after=365, never_fade=("core", "vault", "semantic", "procedural")
        ),
        # A subject is practised over a term, and a lesson fades unless it is used.
        "education": Scenario(
            gamma=0.6, tau=60, archive_after=120, never_fade=("core", "vault", "procedural")
        ),
        # Conversations about daily life over years: longer pauses are part of a habit, and details stay active for longer.
        "companion": Scenario(tau=60, archive_after=90),
        # Many short cases that repeat: windows of turns without new content yield no notes, and a closed case fades fast.
        "support": Scenario(
            novelty_filter="calibrated",
            gamma=0.2,
            tau=14,
            curve="ebbinghaus",
            archive_after=14,
            never_fade=("core", "vault", "procedural", "resource"),
        ),
        # Meetings every week or every month.
        "office": Scenario(tau=45, archive_after=60, never_fade=("core", "vault", "procedural")),
        # Work in sprints: what was done a month ago belongs to another task, but instructions and resources stay.
        "coding": Scenario(tau=14, archive_after=14, never_fade=("core", "vault", "procedural", "resource")),
    }
)
