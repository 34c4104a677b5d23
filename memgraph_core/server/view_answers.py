"""The bodies of the answers of views, for REST and MCP alike, and of single MCP tools."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Annotated, Self

from pydantic import BaseModel, BeforeValidator, Field

from memgraph_core.retrieve.entity_view import EntityView
from memgraph_core.retrieve.working import ChunkKind
from memgraph_core.server.answers import EntityOut, FactOut, FromRecord, NoteOut, Similar
from memgraph_core.verbs.inspection import Inspection
from memgraph_core.verbs.unknown_names import similar_to
from memgraph_core.views.due import DueKind
from memgraph_core.views.procedures import Procedure
from memgraph_core.views.profile import LineState, Profile
from memgraph_core.views.summary import Summary


class ViewOut(FromRecord):
    """A view as text and as records."""

    text: Annotated[str, BeforeValidator(lambda text, info: text(info.context))]

    @classmethod
    def of(cls, record: object, tokens: int | None = None) -> Self:
        """From a view, with a text of at most so many tokens."""
        return cls.model_validate(record, from_attributes=True, context=tokens)


Uid = Annotated[str, BeforeValidator(lambda record: record.uid)]
Named = Annotated[str, BeforeValidator(lambda record: record.name)]


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


class SummaryOut(FromRecord):
    """The notes that together cover most of a selection."""

    text: str
    notes: list[Uid]
    total: int
    coverage: float
    similar: Similar = ()

    @classmethod
    def about(cls, memory: Inspection, found: Summary, name: str | None) -> Self:
        """The summary, with the names that are most like an unknown one."""
        similar = [] if found.lines else similar_to(memory, name)
        return cls.of(found).model_copy(update={"similar": similar})


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


class DueOut(ViewOut):
    """What is due, in order of time."""

    items: list[DueItemOut]


class BriefOut(ViewOut):
    """What changed since a moment."""

    began: list[FactOut]
    ended: list[FactOut]
    people: list[Named]
    rising: list[Named]
    due: Annotated[list[DueItemOut], BeforeValidator(lambda due: due.items)]


class ChunkOut(FromRecord):
    """A statement or an entity in the working memory of a session."""

    kind: ChunkKind
    uid: str
    text: str
    speaker: str | None
    activation: float
    turns: list[str]
    touched_at: list[datetime]


class WorkingOut(ViewOut):
    """The working memory of a session, most active first."""

    chunks: list[ChunkOut]


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
    warnings: Sequence[str] = Field(description="what may be wrong, such as a time in the future")


class DayOut(FromRecord):
    """How often entities were mentioned on a day (UTC)."""

    day: Annotated[str, BeforeValidator(date.isoformat)]
    mentions: int


class TimelineOut(BaseModel):
    """Days with mentions, oldest first."""

    days: list[DayOut]
    similar: Similar = ()


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
    similar: Similar = ()

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
