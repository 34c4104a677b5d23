"""The bodies of requests and answers, for REST and MCP alike. Field names are those of the Python records."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from memgraph_core.plan.corrections import Updated
from memgraph_core.plan.receipts import Receipt, TurnReceipt
from memgraph_core.records.changes import Change
from memgraph_core.records.forget import Forgotten
from memgraph_core.records.graph import Entity
from memgraph_core.records.inspect import NamedFact, Stats
from memgraph_core.records.search import Context, Hit, Knowledge
from memgraph_core.retrieve.context_window import ContextWindow, Strategy

MAX_LIMIT = 1_000

Limit = Annotated[int, Field(ge=1, le=MAX_LIMIT)]
Text = Annotated[str, Field(min_length=1, max_length=1_000_000)]
Name = Annotated[str, Field(min_length=1, max_length=1_000)]
Reason = Annotated[str, Field(max_length=1_000)]
Moment = Annotated[
    str, Field(description="ISO 8601 with a time zone", examples=["2026-03-20T09:00:00+01:00"])
]


class Request(BaseModel):
    """A request. An unknown field is an error, so that a mistyped one is not ignored."""

    model_config = ConfigDict(extra="forbid")

    namespace: Name | None = Field(
        None, description="The namespace; not needed if your token is for one only."
    )


class TurnIn(BaseModel):
    """One turn to add."""

    model_config = ConfigDict(extra="forbid")

    text: Text = Field(examples=["I moved to Turin in March."])
    speaker: Name | None = Field(None, examples=["Ada"])
    role: Literal["user", "assistant", "tool", "system", "web"] = "user"
    said_at: Moment | None = None
    session: Name = "default"
    uid: Name | None = Field(
        None, description="Adding the same turn again changes nothing if it has a uid or said_at."
    )


class AddRequest(Request):
    """Turns to add, in the order in which they were said."""

    turns: Annotated[list[TurnIn], Field(min_length=1, max_length=1_000)]
    force: bool = Field(False, description="Log turns again that were forgotten.")


class SearchRequest(Request):
    """A question or a message, and how much to return."""

    question: Text = Field(examples=["Where does Ada live?"])
    session: Name | None = Field(None, description="The conversation that the question continues.")
    recent: list[Text] = Field(
        default_factory=list[str], max_length=20, description="The last messages, oldest first."
    )
    exclude: list[Name] = Field(
        default_factory=list[str], max_length=100, description="Uids of turns not to be found."
    )
    limit: Limit | None = None
    graph: bool = True


class ContextRequest(SearchRequest):
    """A question or a message, and the size of the context."""

    budget: Annotated[int, Field(ge=50, le=100_000)] | None = Field(
        None, description="Tokens of the context."
    )


class ForgetRequest(Request):
    """What to forget: exactly one selection."""

    turns: list[Name] = Field(default_factory=list[str])
    notes: list[Name] = Field(default_factory=list[str])
    session: Name | None = None
    speaker: Name | None = None
    entity: Name | None = None
    everything: bool = False
    lasting: bool = True


class WindowRequest(Request):
    """A question or a message, and what an agent should see before it answers."""

    question: Text
    session: Name = "default"
    persona: str = Field("", max_length=100_000)
    tokens: Annotated[int, Field(ge=50, le=1_000_000)] | None = None
    last: Annotated[int, Field(ge=0, le=1_000, description="Recent messages to quote.")] = 6
    strategy: Strategy = "summarise"


class RunRequest(Request):
    """The answer of an agent, and the question that it answers."""

    answer: Text
    question: Text | None = None
    session: Name = "default"
    speaker: Name = "user"
    agent: Name = "assistant"
    used: list[Name] = Field(
        default_factory=list[str], description="Uids of the turns that the answer is based on."
    )


class UpdateRequest(Request):
    """The new text of a note or turn."""

    uid: Name
    text: Text
    reason: Reason = ""


class MergeRequest(Request):
    """Two names of one entity."""

    name: Name
    into: Name
    reason: Reason = ""


class SplitRequest(Request):
    """The name of a merged entity."""

    name: Name
    reason: Reason = ""


class UndoRequest(Request):
    """A decision to undo."""

    change: Name = Field(description="Its uid, as GET /v1/changes lists it.")
    reason: Reason = ""


class TurnOut(BaseModel):
    """What became of one turn."""

    uid: str
    state: str
    new: bool
    notes: Sequence[str]
    facts: Sequence[str]
    entities: Sequence[str]
    reason: str

    @classmethod
    def of(cls, receipt: TurnReceipt) -> "TurnOut":
        """From the receipt of a turn."""
        return cls(
            uid=receipt.uid, state=receipt.state, new=receipt.new, notes=receipt.notes, facts=receipt.facts,
            entities=receipt.entities, reason=receipt.reason,
        )  # fmt: skip


class ReceiptOut(BaseModel):
    """What became of the added turns, in their order."""

    turns: list[TurnOut]
    earlier: list[TurnOut] = Field(description="Earlier turns that were extracted now.")
    warnings: Sequence[str]

    @classmethod
    def of(cls, receipt: Receipt) -> "ReceiptOut":
        """From the receipt of `add`, `flush` or `retry`."""
        return cls(
            turns=[TurnOut.of(turn) for turn in receipt.turns],
            earlier=[TurnOut.of(turn) for turn in receipt.earlier],
            warnings=receipt.warnings,
        )


class HitOut(BaseModel):
    """A search result: a note, or a turn without notes."""

    rank: int
    uid: str
    kind: str
    text: str
    score: float
    support: float = Field(description="0 to 1: how much of the question this covers.")
    turns: Sequence[str] = Field(description="Uids of the source turns.")
    session: str
    speaker: str | None
    said_at: datetime | None
    trust: str
    signals: dict[str, float]
    path: list[str] = Field(
        description="From an entity of the question, or from the matching text, to this hit."
    )

    @classmethod
    def of(cls, hit: Hit) -> "HitOut":
        """From a hit."""
        return cls(
            rank=hit.rank, uid=hit.uid, kind=hit.kind, text=hit.text, score=round(hit.score, 6), support=round(hit.support, 4),
            turns=hit.turns, session=hit.session, speaker=hit.speaker, said_at=hit.said_at, trust=hit.trust,
            signals={name: round(value, 6) for name, value in hit.signals.items()},
            path=[step.text or step.uid for step in hit.path],
        )  # fmt: skip


class HitsOut(BaseModel):
    """Hits, best first."""

    hits: list[HitOut]

    @classmethod
    def of(cls, hits: Sequence[Hit]) -> "HitsOut":
        """From the hits of a search."""
        return cls(hits=[HitOut.of(hit) for hit in hits])


class ContextOut(BaseModel):
    """Text for a prompt, with its sources."""

    text: str
    tokens: int
    turns: Sequence[str] = Field(description="Uids of the turns that the text quotes.")

    @classmethod
    def of(cls, context: Context) -> "ContextOut":
        """From a context."""
        return cls(text=context.text, tokens=context.tokens, turns=context.turns)


class KnowledgeOut(BaseModel):
    """Whether memory can answer a question."""

    known: bool
    reason: str
    explanation: str
    confidence: float
    evidence: list[HitOut]

    @classmethod
    def of(cls, knowledge: Knowledge) -> "KnowledgeOut":
        """From the answer of `knows`."""
        return cls(
            known=knowledge.known, reason=knowledge.reason, explanation=knowledge.explanation,
            confidence=round(knowledge.confidence, 4), evidence=[HitOut.of(hit) for hit in knowledge.evidence],
        )  # fmt: skip


class FactOut(BaseModel):
    """A relation that holds or held between two entities."""

    uid: str
    subject: str
    type: str
    object: str
    text: str
    holds_from: datetime | None
    holds_until: datetime | None
    never_held: bool
    notes: Sequence[str]

    @classmethod
    def of(cls, named: NamedFact) -> "FactOut":
        """From a fact with the names of its ends."""
        fact = named.fact
        return cls(
            uid=fact.uid, subject=named.subject_name, type=fact.type, object=named.object_name, text=fact.text,
            holds_from=fact.holds_from, holds_until=fact.holds_until, never_held=fact.never_held, notes=fact.notes,
        )  # fmt: skip


class FactsOut(BaseModel):
    """Facts, newest first."""

    facts: list[FactOut]


class EntityOut(BaseModel):
    """An entity that is mentioned in turns."""

    uid: str
    name: str
    type: str
    mentions: int
    first_at: datetime | None
    last_at: datetime | None

    @classmethod
    def of(cls, entity: Entity) -> "EntityOut":
        """From an entity."""
        return cls(
            uid=entity.uid, name=entity.name, type=entity.type, mentions=entity.mentions, first_at=entity.first_at,
            last_at=entity.last_at,
        )  # fmt: skip


class EntitiesOut(BaseModel):
    """Entities in the order that was asked for."""

    entities: list[EntityOut]


class ForgottenOut(BaseModel):
    """The numbers of records that were removed, and the turns that will be extracted again."""

    turns: int
    notes: int
    facts: int
    entities: int
    pending: Sequence[str]
    erased: bool = Field(
        description="Whether the database has overwritten the deleted bytes. A Neo4j server does this later."
    )

    @classmethod
    def of(cls, forgotten: Forgotten) -> "ForgottenOut":
        """From the result of `forget`."""
        return cls(
            turns=len(forgotten.turns), notes=len(forgotten.notes), facts=len(forgotten.facts),
            entities=len(forgotten.entities), pending=forgotten.pending, erased=forgotten.erased,
        )  # fmt: skip


class WindowOut(BaseModel):
    """What an agent should see before it answers."""

    text: str
    tokens: int
    parts: Mapping[str, str]
    left_out: int = Field(description="Turns of the conversation that it contains in no form.")

    @classmethod
    def of(cls, window: ContextWindow) -> "WindowOut":
        """From a context window."""
        return cls(text=window.text, tokens=window.tokens, parts=window.parts, left_out=window.left_out)


class UpdatedOut(BaseModel):
    """A corrected turn."""

    turn: str
    before: str
    after: str
    change: str | None = Field(description="For POST /v1/undo; null if the text was the same.")

    @classmethod
    def of(cls, updated: Updated) -> "UpdatedOut":
        """From the result of `update`."""
        return cls(turn=updated.turn, before=updated.before, after=updated.after, change=updated.change)


class ChangeOut(BaseModel):
    """A decision of a person or of the engine."""

    uid: str
    kind: str
    by: str
    at: datetime
    reason: str
    before: dict[str, object]
    after: dict[str, object]

    @classmethod
    def of(cls, change: Change) -> "ChangeOut":
        """From the record of a decision."""
        return cls(
            uid=change.uid, kind=change.kind, by=change.by, at=change.at, reason=change.reason,
            before=change.before.values, after=change.after.values,
        )  # fmt: skip


class ChangesOut(BaseModel):
    """Decisions, newest first."""

    changes: list[ChangeOut]


class NamespacesOut(BaseModel):
    """The namespaces that exist and that the token may read, sorted."""

    namespaces: list[str]


class StatsOut(BaseModel):
    """Counts of a namespace."""

    namespace: str
    turns: int
    pending: int
    notes: int
    entities: int
    facts: int
    sessions: int
    first_at: datetime | None
    last_at: datetime | None
    model: str | None = Field(description="The embedding model of the vectors.")

    @classmethod
    def of(cls, stats: Stats) -> "StatsOut":
        """From the counts of a namespace."""
        return cls(
            namespace=stats.namespace, turns=stats.turns, pending=stats.pending, notes=stats.notes, entities=stats.entities,
            facts=stats.facts, sessions=stats.sessions, first_at=stats.first_at, last_at=stats.last_at, model=stats.model,
        )  # fmt: skip


class Problem(BaseModel):
    """An error, as `application/problem+json` (RFC 9457). `detail` contains the wrong value and the remedy."""

    type: str = Field(examples=["InvalidInput"])
    title: str
    status: int
    detail: str
    request: str = Field("", description="The id of the request, as in the audit record.")
