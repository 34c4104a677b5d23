"""The bodies of answers, for REST and MCP alike. Names of fields are those of the Python records."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Generic, Self, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, model_validator

from memgraph_core.records.forget import LeftReason
from memgraph_core.records.search import Hit

T = TypeVar("T")


class FromRecord(BaseModel):
    """An answer whose fields have the names of the attributes of a record."""

    @classmethod
    def of(cls, record: object) -> Self:
        """From the record. A field with another form than the attribute has a validator that converts it."""
        return cls.model_validate(record, from_attributes=True)


Share = Annotated[float, AfterValidator(lambda value: round(value, 4))]
Score = Annotated[float, AfterValidator(lambda value: round(value, 6))]
Number = Annotated[int, BeforeValidator(len)]  # of records
StepText = Annotated[str, BeforeValidator(lambda step: step.text or step.uid)]
Values = Annotated[dict[str, object], BeforeValidator(lambda state: state.values)]


Similar = Annotated[
    Sequence[str],
    Field(description="the names that are most like the one that was asked for, if no entity has it"),
]


class TurnReceiptOut(FromRecord):
    """The result for one turn."""

    uid: str
    state: str
    new: bool
    notes: Sequence[str]
    facts: Sequence[str]
    entities: Sequence[str]
    reason: str


class ReceiptOut(FromRecord):
    """The results for the added turns, in their order."""

    turns: list[TurnReceiptOut]
    earlier: list[TurnReceiptOut] = Field(description="Earlier turns that were extracted now.")
    warnings: Sequence[str]


class TurnOut(FromRecord):
    """A logged turn."""

    uid: str
    session: str
    speaker: str | None
    role: str
    text: str
    said_at: datetime | None
    recorded_at: datetime | None
    state: str
    agent: str | None
    used: Sequence[str] = Field(description="Uids of the turns that an agent's turn is based on.")
    metadata: Mapping[str, object]


class NoteOut(FromRecord):
    """A statement that was derived from turns."""

    uid: str
    text: str
    turns: Sequence[str] = Field(description="Uids of the source turns.")
    context: str
    kind: str
    keywords: Sequence[str]
    tags: Sequence[str]
    said_at: datetime | None
    holds_from: datetime | None
    holds_until: datetime | None
    trust: str
    verified: bool
    agent: str | None


class CountOut(BaseModel):
    """A number of records."""

    count: int


class HitOut(FromRecord):
    """A search result: a note, or a turn without notes."""

    rank: int
    uid: str
    kind: str
    text: str
    score: Score
    support: Share = Field(description="0 to 1: how much of the question this covers.")
    turns: Sequence[str] = Field(description="Uids of the source turns.")
    session: str
    speaker: str | None
    said_at: datetime | None
    trust: str
    signals: dict[str, Score] = Field(
        description="The ranking signals by name; empty from an MCP tool that was not asked for them."
    )
    path: list[StepText] = Field(
        description="From an entity of the question, or from the matching text, to this hit."
    )


class HitsOut(BaseModel):
    """Hits, best first."""

    hits: list[HitOut]

    @classmethod
    def of(cls, hits: Sequence[Hit]) -> "HitsOut":
        """From the hits of a search."""
        return cls(hits=[HitOut.of(hit) for hit in hits])


class ManyHitsOut(BaseModel):
    """The hits of each question, in the order of the questions."""

    results: list[HitsOut]


class ContextOut(FromRecord):
    """Text for a prompt, with its sources."""

    text: str
    tokens: int
    turns: Sequence[str] = Field(description="Uids of the turns that the text quotes.")


class KnowledgeOut(FromRecord):
    """Whether memory can answer a question."""

    known: bool
    reason: str
    explanation: str
    confidence: Share
    evidence: list[HitOut]


class FactOut(FromRecord):
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

    @model_validator(mode="before")
    @classmethod
    def _with_names(cls, fact: Any) -> Any:  # noqa: ANN401  pydantic's
        """The values of a fact, with the names of its ends instead of their uids."""
        names = {"subject": "subject_name", "object": "object_name"}
        return {field: getattr(fact, names.get(field, field)) for field in cls.model_fields}


class FactsOut(FromRecord):
    """Facts, newest first."""

    facts: list[FactOut]
    more: int = Field(0, description="the number of further facts, which the limit left out")
    similar: Similar = ()


class EntityOut(FromRecord):
    """An entity that is mentioned in turns."""

    uid: str
    name: str
    type: str
    mentions: int
    first_at: datetime | None
    last_at: datetime | None


class EntitiesOut(BaseModel):
    """Entities in the order that was asked for."""

    entities: list[EntityOut]


class PageOut(FromRecord, Generic[T]):
    """A page of a list."""

    items: list[T]
    cursor: str | None = Field(description="For the next page; null at the end.")


class TurnPageOut(PageOut[TurnOut]):
    """A page of turns."""


class NotePageOut(PageOut[NoteOut]):
    """A page of notes."""


class EntityPageOut(PageOut[EntityOut]):
    """A page of entities."""


class RecordOut(BaseModel):
    """A record of any kind; the other fields are null."""

    turn: TurnOut | None = None
    note: NoteOut | None = None
    entity: EntityOut | None = None
    fact: FactOut | None = None


class LeftTurnOut(FromRecord):
    """A turn that was kept though it contains the characters of the name, and why."""

    uid: str
    reason: LeftReason


class ForgottenOut(FromRecord):
    """The numbers of records that were removed, and the turns that will be extracted again."""

    turns: Number
    notes: Number
    facts: Number
    entities: Number
    pending: Sequence[str]
    left: Sequence[LeftTurnOut] = Field(
        description="Turns that contain the name of the forgotten entity as something else."
    )
    blocks: Sequence[str] = Field(
        description="Core blocks that contain the name of the forgotten entity. "
        "They stay until you delete the block with its history (`core forget`)."
    )
    erased: bool = Field(
        description="Whether the database has overwritten the deleted bytes. A Neo4j server does this later."
    )


class WindowOut(FromRecord):
    """What an agent should see before it answers."""

    text: str
    tokens: int
    stable_tokens: int = Field(description="Of the beginning that the next windows of the session repeat.")
    parts: Mapping[str, str]
    left_out: int = Field(description="Turns of the conversation that it neither quotes nor summarises.")


class UpdatedOut(FromRecord):
    """A corrected turn."""

    turn: str
    before: str
    after: str
    change: str | None = Field(description="For POST /v1/undo; null if the text was the same.")


class ChangeOut(FromRecord):
    """A decision of a person or of the engine."""

    uid: str
    kind: str
    by: str
    at: datetime
    reason: str
    before: Values
    after: Values


class ChangesOut(BaseModel):
    """Decisions, newest first."""

    changes: list[ChangeOut]


class NamespacesOut(BaseModel):
    """The namespaces that exist and that the token may read, sorted."""

    namespaces: list[str]


class StatsOut(FromRecord):
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


# Verbs with all their arguments


class VerbOut(BaseModel):
    """A verb: the right that it needs, and what its arguments accept."""

    name: str
    right: str
    repeatable: bool = Field(description="Whether running it twice has the same effect as running it once.")
    description: str
    arguments: dict[str, str]
    required: list[str]


class VerbsOut(BaseModel):
    """The verbs of a memory, and what a client must know about the namespace."""

    namespace: str
    time_zone: str = Field(description="Of times and days that are given without a zone.")
    verbs: list[VerbOut]


class ResultOut(BaseModel):
    """What the verb returned. A record has the name of its class in `record`."""

    result: Any


# Errors


class Problem(BaseModel):
    """An error, as `application/problem+json` (RFC 9457). `detail` contains the wrong value and the remedy."""

    type: str = Field(examples=["InvalidInput"])
    title: str
    status: int
    detail: str
    request: str = Field("", description="The id of the request, as in the audit record.")
