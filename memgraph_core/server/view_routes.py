"""The REST routes of the derived views: profile, summary, due, brief, working memory and procedures."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query

from memgraph_core.memory import Memory
from memgraph_core.records.scope import Scope, scope_of
from memgraph_core.server import view_answers as v
from memgraph_core.server.problems import NotInMemory
from memgraph_core.server.rest import MAY_BE_UNKNOWN, PROBLEMS, By, Namespace
from memgraph_core.verbs.unknown_names import unknown_name

router = APIRouter(prefix="/v1", responses=PROBLEMS, tags=["views"])

Tokens = Annotated[int | None, Query(ge=1, le=8_000, description="Largest size of the text.")]
MomentParameter = Annotated[str | None, Query(description="ISO time or day.", max_length=40)]
Id = Annotated[str | None, Query(max_length=1_000)]


def _scope(user_id: Id = None, agent_id: Id = None, run_id: Id = None) -> Scope:
    return scope_of(user_id, agent_id, run_id)


# restricts a view to the turns that were added with these identifiers
Within = Annotated[Scope, Depends(_scope)]


@router.get("/procedures", summary="How something is done")
def procedures(
    by: By,
    within: Within,
    namespace: Namespace = None,
    question: Annotated[str | None, Query(description="Default: the newest.", max_length=20_000)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 10,
) -> v.ProceduresOut:
    """Goal, preconditions, steps in their order, and the turns that report that it worked or failed."""
    return v.ProceduresOut.of(by.call(Memory.procedures, namespace, question, limit=limit, **within))


@router.get("/working", summary="Working memory of a session")
def working(
    by: By,
    namespace: Namespace = None,
    session: Annotated[str | None, Query(description="Default: `default`.", max_length=1_000)] = None,
    now: MomentParameter = None,
    tokens: Tokens = None,
) -> v.WorkingOut:
    """The statements and entities that the last turns of a session stated, mentioned or used."""
    return v.WorkingOut.of(by.call(Memory.working, namespace, session=session, now=now), tokens)


@router.get("/profile", summary="Profile of an entity", responses=MAY_BE_UNKNOWN)
def profile(
    by: By,
    name: Annotated[str, Query(description="The name of the entity.", min_length=1, max_length=1_000)],
    within: Within,
    namespace: Namespace = None,
    as_of: MomentParameter = None,
    tokens: Tokens = None,
) -> v.ProfileOut:
    """What memory knows of an entity by section: current facts, plans and former facts; status 404 for an unknown name."""

    def work(memory: Memory) -> v.ProfileOut:
        found = memory.profile(name, as_of=as_of, **within)
        if found is None:
            raise NotInMemory(unknown_name(memory, name))
        return v.ProfileOut.of(found, tokens)

    return by.run("read", "profile", namespace, work)


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
) -> v.SummaryOut:
    """The notes that together cover most of the selection, in order of time."""

    def work(memory: Memory) -> v.SummaryOut:
        found = memory.summarise(
            session=session, about=about, since=since, until=until, tokens=tokens, **within
        )
        return v.SummaryOut.about(memory, found, about)

    return by.run("read", "summarise", namespace, work)


@router.get("/due", summary="What is due")
def due(
    by: By,
    within: Within,
    namespace: Namespace = None,
    days: Annotated[float, Query(gt=0, le=3_660)] = 7.0,
    now: MomentParameter = None,
    tokens: Tokens = None,
) -> v.DueOut:
    """Plans, appointments, deadlines, birthdays and recurring days in the next days."""
    return v.DueOut.of(by.call(Memory.due, namespace, days=days, now=now, **within), tokens)


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
) -> v.BriefOut:
    """New and ended facts, new people and rising topics since a moment, and what is due in seven days."""
    found = by.call(
        Memory.brief, namespace, since, limit=limit, now=now, transaction_time=transaction_time, **within
    )
    return v.BriefOut.of(found, tokens)
