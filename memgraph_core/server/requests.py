"""The bodies of requests. Names of fields are those of the arguments in Python."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from memgraph_core.engine.listing import Counted, TimeOrder
from memgraph_core.records.inspect import EntityOrder
from memgraph_core.records.kinds import EntityType, MemoryKind, NoteKind, Role, Trust
from memgraph_core.records.validation import MAX_NAME
from memgraph_core.retrieve.context_window import Strategy

MAX_LIMIT = 1_000
_SCOPE = {"user_id", "agent_id", "run_id"}

Limit = Annotated[int, Field(ge=1, le=MAX_LIMIT)]
Text = Annotated[str, Field(min_length=1, max_length=1_000_000)]
Name = Annotated[str, Field(min_length=1, max_length=1_000)]
Reason = Annotated[str, Field(max_length=1_000)]
Moment = Annotated[
    str,
    Field(
        description="ISO 8601: a time with a zone, or a day in the time zone of the settings",
        examples=["2026-03-20T09:00:00+01:00", "2026-06-01"],
        max_length=40,
    ),
]
KindsIn = Annotated[
    Literal["all"]
    | Annotated[list[MemoryKind], Field(min_length=1)]
    | Annotated[dict[MemoryKind, Limit], Field(min_length=1)],
    Field(
        description="The kinds of memory to search one by one, or the largest number of hits of each; all: without vault.",
        examples=[["episodic", "procedural"], {"semantic": 4, "insight": 1}],
    ),
]
Metadata = Annotated[dict[str, Any], Field(description="A JSON object of the caller.")]


class Request(BaseModel):
    """A request. An unknown field is an error, so that a mistyped one is not ignored."""

    model_config = ConfigDict(extra="forbid")

    namespace: Annotated[str, Field(min_length=1, max_length=MAX_NAME)] | None = Field(
        None, description="The namespace; not needed if your token is for one only."
    )

    def arguments(self) -> dict[str, Any]:
        """The fields as keyword arguments of a verb."""
        return self.model_dump(exclude={"namespace"})


class Scoped(Request):
    """A request with the identifiers of other memory libraries."""

    user_id: Name | None = Field(None, description="The person whom the conversation belongs to.")
    agent_id: Name | None = Field(None, description="The program that wrote the turns.")
    run_id: Name | None = Field(None, description="A synonym of session.")

    def scope(self) -> dict[str, Any]:
        """The given identifiers as keyword arguments of a verb."""
        return self.model_dump(include=_SCOPE, exclude_none=True)

    def arguments(self) -> dict[str, Any]:
        """The fields as keyword arguments of a verb, without identifiers that are not given."""
        return self.model_dump(exclude={"namespace", *_SCOPE}) | self.scope()


class FiltersIn(BaseModel):
    """Which turns and notes are meant. A field that is not given restricts nothing."""

    model_config = ConfigDict(extra="forbid")

    since: Moment | None = None
    until: Moment | None = None
    entity: Name | None = None
    relation: Name | None = None
    kind: NoteKind | None = None
    speaker: Name | None = None
    role: Role | None = None
    session: Name | None = None
    agent: Name | None = None
    trust: Trust | None = None
    verified: bool | None = None
    metadata: Metadata | None = None


class Filtered(Scoped):
    """A request with filters."""

    filters: FiltersIn | None = None

    def arguments(self) -> dict[str, Any]:
        """As `Scoped.arguments`, without filters that are not given."""
        filters = self.filters and self.filters.model_dump(exclude_none=True)
        return super().arguments() | {"filters": filters}


class TurnIn(BaseModel):
    """One turn to add."""

    model_config = ConfigDict(extra="forbid")

    text: Text = Field(examples=["I moved to Turin in March."])
    speaker: Name | None = Field(None, examples=["Ada"])
    role: Role = "user"
    said_at: Moment | None = None
    session: Name | None = Field(
        None, description="The conversation. Default: that of the scope, or `default`."
    )
    metadata: Metadata | None = None
    uid: Name | None = Field(
        None, description="Adding the same turn again changes nothing if it has a uid or said_at."
    )


class AddRequest(Scoped):
    """Turns to add, in the order in which they were said."""

    turns: Annotated[list[TurnIn], Field(min_length=1, max_length=1_000)]
    force: bool = Field(False, description="Log turns again that were forgotten.")


class KnowsRequest(Filtered):
    """A question or a message."""

    question: Text = Field(examples=["Where does Ada live?"])
    session: Name | None = Field(None, description="The conversation that the question continues.")
    recent: list[Text] = Field(
        default_factory=list[str], max_length=20, description="The last messages, oldest first."
    )
    exclude: list[Name] = Field(
        default_factory=list[str], max_length=100, description="Uids of turns to leave out."
    )
    graph: bool = True
    now: Moment | None = Field(None, description="The time to which words such as 'yesterday' refer.")


class SearchRequest(KnowsRequest):
    """A question or a message, and how much to return."""

    limit: Limit | None = None
    kinds: KindsIn | None = None


class ContextRequest(SearchRequest):
    """A question or a message, and the size of the context."""

    tokens: Annotated[int, Field(ge=50, le=100_000)] | None = Field(
        None, description="The largest size of the context."
    )


class ForgetRequest(Filtered):
    """What to forget: exactly one selection."""

    turns: list[Name] = Field(default_factory=list[str])
    notes: list[Name] = Field(default_factory=list[str])
    session: Name | None = None
    speaker: Name | None = None
    entity: Name | None = None
    everything: bool = False
    lasting: bool = True


class WindowRequest(Filtered):
    """A question or a message, and what an agent should see before it answers."""

    question: Text
    session: Name | None = None
    persona: str = Field("", max_length=100_000)
    tokens: Annotated[int, Field(ge=50, le=1_000_000)] | None = None
    last: Annotated[int, Field(ge=0, le=1_000, description="Recent messages to quote.")] = 6
    strategy: Strategy = "summarise"
    kinds: KindsIn | None = None


class RunRequest(Scoped):
    """The answer of an agent, and the question that it answers."""

    answer: Text
    question: Text | None = None
    session: Name | None = None
    speaker: Name | None = None
    agent: Name | None = None
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


class QuestionRequest(Scoped):
    """A message to an agent, before the agent answers it."""

    text: Text
    session: Name | None = None
    speaker: Name | None = None


class ManyRequest(Filtered):
    """Several questions."""

    questions: Annotated[list[Text], Field(min_length=1, max_length=100)]
    limit: Limit | None = None
    now: Moment | None = None


class ListRequest(Filtered):
    """A page of a list in the order of time."""

    order: TimeOrder = "newest"
    limit: Limit = 50
    cursor: Name | None = Field(None, description="The cursor of the page before.")


class EntitiesRequest(Request):
    """A page of entities."""

    type: EntityType | None = None
    order: EntityOrder = "count"
    limit: Limit = 50
    cursor: Name | None = Field(None, description="The cursor of the page before.")


class CountRequest(Filtered):
    """What to count. Filters apply to turns and notes."""

    of: Counted = "turns"
