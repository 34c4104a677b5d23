"""The bodies of the answers of views, for REST and MCP alike, and of single MCP tools."""

from collections.abc import Sequence
from datetime import datetime

from pydantic import BaseModel, Field

from memgraph_core.records.inspect import Day
from memgraph_core.retrieve.entity_view import EntityView
from memgraph_core.retrieve.working import ChunkKind, WorkingMemory
from memgraph_core.server.answers import EntityOut, FactOut, FromRecord, NoteOut
from memgraph_core.views.brief import Brief
from memgraph_core.views.due import Due, DueKind
from memgraph_core.views.procedures import Procedure
from memgraph_core.views.profile import LineState, Profile
from memgraph_core.views.summary import Summary


class ProfileLineOut(BaseModel):
    """One fact of a profile."""

    section: str
    state: LineState
    text: str
    relation: str
    subject: str
    object: str
    holds_from: datetime | None
    holds_until: datetime | None
    fact: str
    notes: list[str]
    newer_notes: int


class ProfileOut(BaseModel):
    """What memory knows of an entity, as text and as lines."""

    name: str
    text: str
    lines: list[ProfileLineOut]
    topics: dict[str, int]

    @classmethod
    def of(cls, profile: Profile, tokens: int | None) -> "ProfileOut":
        """From a profile."""
        lines = [
            ProfileLineOut(
                section=line.section, state=line.state, text=profile.line_text(line),
                relation=line.relation, subject=line.subject, object=line.object,
                holds_from=line.fact.holds_from, holds_until=line.fact.holds_until, fact=line.fact.uid,
                notes=list(line.fact.notes), newer_notes=line.newer_notes,
            )
            for line in profile.lines
        ]  # fmt: skip
        return cls(name=profile.name, text=profile.text(tokens), lines=lines, topics=dict(profile.topics))


class SummaryOut(BaseModel):
    """The notes that together cover most of a selection."""

    text: str
    notes: list[str]
    total: int
    coverage: float

    @classmethod
    def of(cls, summary: Summary) -> "SummaryOut":
        """From a summary."""
        return cls(
            text=summary.text,
            notes=[note.uid for note in summary.notes],
            total=summary.total,
            coverage=summary.coverage,
        )


class DueItemOut(FromRecord):
    """One item that is due."""

    uid: str
    kind: DueKind
    at: datetime
    grain: str
    text: str
    turning: int | None
    rule: str | None
    notes: list[str]


class DueOut(BaseModel):
    """What is due, in order of time."""

    text: str
    items: list[DueItemOut]

    @classmethod
    def of(cls, due: Due, tokens: int | None) -> "DueOut":
        """From what is due."""
        return cls(text=due.text(tokens), items=[DueItemOut.of(item) for item in due.items])


class BriefOut(BaseModel):
    """What changed since a moment."""

    text: str
    began: list[FactOut]
    ended: list[FactOut]
    people: list[str]
    rising: list[str]
    due: list[DueItemOut]

    @classmethod
    def of(cls, brief: Brief, tokens: int | None) -> "BriefOut":
        """From a brief."""
        return cls(
            text=brief.text(tokens),
            began=[FactOut.of(fact) for fact in brief.began],
            ended=[FactOut.of(fact) for fact in brief.ended],
            people=[entity.name for entity in brief.people],
            rising=[trend.name for trend in brief.rising],
            due=DueOut.of(brief.due, tokens).items,
        )


class ChunkOut(FromRecord):
    """A statement or an entity in the working memory of a session."""

    kind: ChunkKind
    uid: str
    text: str
    speaker: str | None
    activation: float
    turns: list[str]
    touched_at: list[datetime]


class WorkingOut(BaseModel):
    """The working memory of a session, most active first."""

    text: str
    chunks: list[ChunkOut]

    @classmethod
    def of(cls, working: WorkingMemory, tokens: int | None) -> "WorkingOut":
        """From a working memory."""
        return cls(text=working.text(tokens), chunks=[ChunkOut.of(chunk) for chunk in working.chunks])


class ProcedureOut(FromRecord):
    """How something is done, as one turn describes it."""

    turn: str
    goal: str
    preconditions: list[str]
    steps: list[str]
    worked: list[str]
    failed: list[str]


class ProceduresOut(BaseModel):
    """How something is done, best or newest first."""

    text: str
    procedures: list[ProcedureOut]

    @classmethod
    def of(cls, found: Sequence[Procedure]) -> "ProceduresOut":
        """From procedures."""
        procedures = [ProcedureOut.of(each) for each in found]
        return cls(text="\n\n".join(each.text() for each in found), procedures=procedures)


# Results of single MCP tools


class Remembered(BaseModel):
    """The result of storing a text."""

    uid: str
    state: str = Field(description="extracted, skipped, pending or forgotten")
    notes: int
    facts: int


class DayOut(BaseModel):
    """How often entities were mentioned on a day (UTC)."""

    day: str
    mentions: int

    @classmethod
    def of(cls, day: Day) -> "DayOut":
        """From a day of the timeline."""
        return cls(day=day.day.isoformat(), mentions=day.mentions)


class TimelineOut(BaseModel):
    """Days with mentions, oldest first."""

    days: list[DayOut]


class NeighbourOut(BaseModel):
    """An entity that is mentioned together with another one."""

    name: str
    notes: int = Field(description="the number of notes about both")


class ExploreOut(BaseModel):
    """An entity with its surroundings in the graph. `found` is false if there is no entity of this name."""

    found: bool
    entity: EntityOut | None = None
    facts: list[FactOut] = []
    neighbours: list[NeighbourOut] = []
    notes: list[NoteOut] = []

    @classmethod
    def of(cls, view: EntityView | None) -> "ExploreOut":
        """From the view of an entity."""
        if view is None:
            return cls(found=False)
        return cls(
            found=True,
            entity=EntityOut.of(view.entity),
            facts=[FactOut.of(fact) for fact in view.facts],
            neighbours=[NeighbourOut(name=view.names[uid], notes=count) for uid, count in view.neighbours],
            notes=[NoteOut.of(note) for note in view.notes],
        )
