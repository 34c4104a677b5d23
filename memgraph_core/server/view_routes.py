"""The REST routes of the derived views: profile, summary, due, brief, working memory and procedures."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from pydantic import BaseModel

from memgraph_core.memory import Memory
from memgraph_core.records.scope import Scope, scope_of
from memgraph_core.retrieve.working import ChunkKind, WorkingMemory
from memgraph_core.server import answers as a
from memgraph_core.server.problems import NotInMemory
from memgraph_core.server.rest import MAY_BE_UNKNOWN, PROBLEMS, By, Namespace
from memgraph_core.views.brief import Brief
from memgraph_core.views.due import Due, DueKind
from memgraph_core.views.procedures import Procedure
from memgraph_core.views.profile import LineState, Profile
from memgraph_core.views.summary import Summary

router = APIRouter(prefix="/v1", responses=PROBLEMS, tags=["views"])

Tokens = Annotated[int | None, Query(ge=1, le=8_000, description="Largest size of the text.")]
MomentParameter = Annotated[str | None, Query(description="ISO time or day.", max_length=40)]
Id = Annotated[str | None, Query(max_length=1_000)]


def _scope(user_id: Id = None, agent_id: Id = None, run_id: Id = None) -> Scope:
    return scope_of(user_id, agent_id, run_id)


Within = Annotated[
    Scope, Depends(_scope)
]  # restricts a view to the turns that were added with these identifiers


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


class DueItemOut(a.FromRecord):
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
    began: list[a.FactOut]
    ended: list[a.FactOut]
    people: list[str]
    rising: list[str]
    due: list[DueItemOut]

    @classmethod
    def of(cls, brief: Brief, tokens: int | None) -> "BriefOut":
        """From a brief."""
        return cls(
            text=brief.text(tokens),
            began=[a.FactOut.of(fact) for fact in brief.began],
            ended=[a.FactOut.of(fact) for fact in brief.ended],
            people=[entity.name for entity in brief.people],
            rising=[trend.name for trend in brief.rising],
            due=DueOut.of(brief.due, tokens).items,
        )


class ChunkOut(a.FromRecord):
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


class ProcedureOut(a.FromRecord):
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


@router.get("/procedures", summary="How something is done")
def procedures(
    by: By,
    within: Within,
    namespace: Namespace = None,
    question: Annotated[str | None, Query(description="Default: the newest.", max_length=20_000)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 10,
) -> ProceduresOut:
    """Goal, preconditions, steps in their order, and the turns that report that it worked or failed."""
    found = by.run(
        "read", "procedures", namespace, lambda memory: memory.procedures(question, limit=limit, **within)
    )
    return ProceduresOut.of(found)


@router.get("/working", summary="Working memory of a session")
def working(
    by: By,
    namespace: Namespace = None,
    session: Annotated[str | None, Query(description="Default: `default`.", max_length=1_000)] = None,
    now: MomentParameter = None,
    tokens: Tokens = None,
) -> WorkingOut:
    """The statements and entities that the last turns of a session stated, mentioned or used."""
    found = by.run("read", "working", namespace, lambda memory: memory.working(session=session, now=now))
    return WorkingOut.of(found, tokens)


@router.get("/profile", summary="Profile of an entity", responses=MAY_BE_UNKNOWN)
def profile(
    by: By,
    entity: Annotated[str, Query(description="The name of the entity.", min_length=1, max_length=1_000)],
    within: Within,
    namespace: Namespace = None,
    as_of: MomentParameter = None,
    tokens: Tokens = None,
) -> ProfileOut:
    """What memory knows of an entity by section: current facts, plans and former facts; status 404 for an unknown name."""
    found = by.run("read", "profile", namespace, lambda memory: memory.profile(entity, as_of=as_of, **within))
    if found is None:
        raise NotInMemory(f"memory has nothing about {entity!r:.80}.")
    return ProfileOut.of(found, tokens)


@router.get("/summary", summary="Summary of a session, a period or an entity")
def summary(
    by: By,
    within: Within,
    namespace: Namespace = None,
    session: Annotated[str | None, Query(max_length=1_000)] = None,
    about: Annotated[str | None, Query(description="The name of an entity.", max_length=1_000)] = None,
    since: MomentParameter = None,
    until: MomentParameter = None,
    tokens: Annotated[int, Query(ge=1, le=8_000)] = 200,
) -> SummaryOut:
    """The notes that together cover most of the selection, in order of time."""
    wanted: dict[str, Any] = {
        "session": session,
        "about": about,
        "since": since,
        "until": until,
        "tokens": tokens,
    }
    return SummaryOut.of(
        by.run("read", "summarise", namespace, lambda memory: memory.summarise(**wanted, **within))
    )


@router.get("/due", summary="What is due")
def due(
    by: By,
    within: Within,
    namespace: Namespace = None,
    days: Annotated[float, Query(gt=0, le=3_660)] = 7.0,
    now: MomentParameter = None,
    tokens: Tokens = None,
) -> DueOut:
    """Plans, appointments, deadlines, birthdays and recurring days in the next days."""
    return DueOut.of(
        by.run("read", "due", namespace, lambda memory: memory.due(days=days, now=now, **within)), tokens
    )


@router.get("/brief", summary="What changed")
def brief(
    by: By,
    since: Annotated[str, Query(description="ISO time or day.", max_length=40)],
    within: Within,
    namespace: Namespace = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 10,
    now: MomentParameter = None,
    transaction_time: Annotated[
        bool, Query(description="Go by when memory recorded the facts, not by when they were said.")
    ] = False,
    tokens: Tokens = None,
) -> BriefOut:
    """New and ended facts, new people and rising topics since a moment, and what is due in seven days."""

    def work(memory: Memory) -> Brief:
        return memory.brief(since, limit=limit, now=now, transaction_time=transaction_time, **within)

    return BriefOut.of(by.run("read", "brief", namespace, work), tokens)
