"""Records of the search path.

question → Query → Candidates → Seeds → Subgraph → [Hit] → Context
         analyse   candidates         expand     rank    budget
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime, tzinfo
from typing import ClassVar, Literal

from memgraph_core.records.conformance import check_record
from memgraph_core.records.graph import Entity, Fact, Link, Note, Turn
from memgraph_core.records.inspect import NamedFact
from memgraph_core.records.kinds import NoteKind, Role, Trust, Vector
from memgraph_core.records.representation import beginning, short_repr, with_day
from memgraph_core.records.validation import (
    checked_choice,
    checked_metadata,
    checked_period,
    checked_relation,
    local_moment,
)
from memgraph_core.statements import cypher

UNLIMITED = 1_000_000_000  # as a limit: no limit

# question: asks for something that memory may hold
# message: what a user writes to an agent: statements, feelings and questions mixed
# task: asks the agent to do something
RequestKind = Literal["question", "message", "task"]
Channel = Literal["vector", "terms", "anchor", "time", "neighbour", "agent_generated", "abstraction"]
# known: the evidence answers the question
# nothing_asked: the text is not a question, for example a greeting
# nobody: the person is unknown
# nothing_about: the person is known, but memory has nothing on the subject of the question
# nothing: memory contains nothing about any part of the question
# only_before: memory contains something, but only for an earlier time than the question asks about
KnowledgeReason = Literal["known", "nothing_asked", "nobody", "nothing_about", "nothing", "only_before"]


def is_between(moment: datetime | None, since: datetime | None, until: datetime | None) -> bool:
    """Whether a moment is not before `since` and before `until`. An end that is None is open; None is only in an open interval."""
    return (since is None or (moment is not None and moment >= since)) and (
        until is None or (moment is not None and moment < until)
    )


# Fields of `Filters` by what has them. Turns and notes alike have a trust and entities.
_OF_TURNS = frozenset({"since", "until", "speaker", "role", "session", "agent", "metadata"})
_OF_NOTES = frozenset({"kind", "relation", "verified", "archived"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """Restricts what a search may return. None means no restriction. A note is filtered by its source turns.

    `archived=False` and empty `metadata` restrict nothing, and become None.

    `since` and `until` restrict when it was said (half-open): an aware datetime, a date, or ISO text. A value without a time
    zone is in the time zone of the settings; it stays without one until `in_zone` is called. `entity` is a name as a person
    writes it; stores receive its name key.
    """

    since: datetime | None = None
    until: datetime | None = None
    entity: str | None = None
    relation: str | None = None
    kind: NoteKind | None = None
    speaker: str | None = None
    role: Role | None = None
    session: str | None = None
    agent: str | None = None
    trust: Trust | None = None
    verified: bool | None = None
    metadata: Mapping[str, object] | None = field(default=None, hash=False)  # these keys with these values
    archived: bool | None = None  # True: only archived notes, which other searches and lists leave out

    __repr__ = short_repr

    def __post_init__(self) -> None:
        for name in ("since", "until"):
            if (value := getattr(self, name)) is not None:
                object.__setattr__(self, name, local_moment(value, name))
        checked_choice(self.kind, NoteKind, "kind")
        checked_choice(self.role, Role, "role")
        checked_choice(self.trust, Trust, "trust")
        check_record(self)
        if self.metadata is not None:
            object.__setattr__(self, "metadata", checked_metadata(self.metadata) or None)
        if self.relation is not None:
            checked_relation(self.relation)
        object.__setattr__(self, "archived", self.archived or None)

    @property
    def given(self) -> frozenset[str]:
        """The names of the fields that restrict something."""
        return frozenset(each.name for each in fields(self) if getattr(self, each.name) is not None)

    @property
    def not_of_turns(self) -> list[str]:
        """The names of the given fields that do not select turns: an entity, and what only notes have."""
        return sorted(self.given - _OF_TURNS - {"trust"})

    @property
    def only_notes(self) -> bool:
        """Whether no turn passes by itself: only notes have a kind, are verified or archived, or state relations."""
        return not self.given.isdisjoint(_OF_NOTES)

    @property
    def by_turn(self) -> bool:
        """Whether a note needs a source turn that passes."""
        return not self.given.isdisjoint(_OF_TURNS)

    @property
    def asks_for_agents(self) -> bool:
        """Whether agent-generated turns are asked for. They are then not limited to a few."""
        return any((self.role, self.trust, self.agent))

    def checked(self) -> "Filters":
        """The filters, as a caller gave them. Raises InvalidInput if `since` is after `until`.

        Equal times are an empty period, which a program may compute. Views restrict filters further, and then find nothing.
        """
        if self.since != self.until:
            checked_period(self.since, self.until)
        return self

    def in_zone(self, zone: tzinfo) -> "Filters":
        """The filters with all times in UTC; those without a zone are in `zone`."""
        times = {
            name: value.replace(tzinfo=zone).astimezone(UTC)
            for name in ("since", "until")
            if (value := getattr(self, name)) is not None and value.tzinfo is None
        }
        return replace(self, **times) if times else self


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """The analysis of a question. No model is involved."""

    has_stated_times: ClassVar[bool] = True  # see `records/local_time.py`

    text: str
    now: datetime
    kind: RequestKind = "question"
    asking_text: str = ""  # the part that asks; the whole text if no part does
    language: str = "en"
    terms: tuple[str, ...] = ()  # distinct; those of the part that asks come first
    term_weights: tuple[float, ...] = ()  # of each term, 0..1; empty if all are 1
    parts: tuple[str, ...] = ()  # the sentences to compare with memory one by one; empty if there is only one
    subquestions: tuple[tuple[str, ...], ...] = ()  # terms of each question; empty if there is only one
    name_keys: tuple[str, ...] = ()  # name keys of its n-grams; those found in the graph become key entities
    # The time the question asks about, half-open, as clocks of the zone show it (with UTC as its zone).
    since: datetime | None = None
    until: datetime | None = None
    zone: tzinfo = UTC
    intents: frozenset[str] = frozenset()
    # Last texts of the conversation, if the question asks for the next event or for more of the same ("and then?").
    preceding_texts: tuple[str, ...] = ()
    relations: frozenset[str] = frozenset()  # relation types that it asks about
    complexity: float = 0.0  # C, from 0 (simple) to 1
    depth: int = 10  # number of hits to return
    filters: Filters = field(default_factory=Filters)
    vector: Vector | None = field(default=None, compare=False, repr=False)
    part_vectors: tuple[Vector, ...] = field(default=(), compare=False, repr=False)  # of `parts`

    __repr__ = short_repr


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The number of candidates per channel, the same on every store.

    Twice as many passages, terms and anchors, and a longer expansion, changed recall at 10 by less than one point on
    each of five question sets. Fifteen instead of thirty nearest notes lost one point in a space of 3,000 turns.
    """

    vector: int = 30  # notes, by similarity to the question
    passages: int = 15  # turns, by the similarity of their passage
    terms: int = 15  # notes and turns, each
    anchor: int = 8  # newest notes about each key entity
    time: int = 20  # notes and turns of the time asked about, each
    agent_generated: int = 10  # agent-generated turns that share terms with the question
    agent_passages: int = 15  # agent-generated turns, by the similarity of their passage
    abstraction: int = 8  # abstractions that share terms with the question, and about each key entity
    neighbour_seeds: int = 8  # best turns of the terms and vector channels whose neighbours are added
    neighbour_distance: int = 1  # positions before and after
    max_document_frequency: int = 1000  # terms in more documents than this are ignored


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """The results of all channels, with everything that the ranking signals need.

    `turns` holds candidate turns, their neighbours, and the source turns of every candidate note. Records are ordered
    by uid, not ranked.
    """

    space: str
    documents: int = 0  # number of notes and turns in the space that are not agent-generated
    # Query term → number of documents with it, up to the limit.
    frequencies: Mapping[str, int] = field(default_factory=dict[str, int])
    notes: tuple[Note, ...] = ()
    turns: tuple[Turn, ...] = ()
    # Note or turn uid → channels that found it.
    channels: Mapping[str, frozenset[Channel]] = field(default_factory=dict[str, frozenset[Channel]])
    # Name key → entities with that name, most mentioned first.
    key_entities: Mapping[str, tuple[Entity, ...]] = field(default_factory=dict[str, tuple[Entity, ...]])
    # Uid → entity, for all in `about` or `facts`.
    entities: Mapping[str, Entity] = field(default_factory=dict[str, Entity])
    # Note or turn uid → uids of the entities it is about or mentions.
    about: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    facts: tuple[Fact, ...] = ()  # stated by the candidate notes, current and ended

    __repr__ = short_repr


@dataclass(frozen=True, slots=True, kw_only=True)
class Seeds:
    """Where to start the expansion of the graph, and its limits.

    Limits are per seed, so that one entity with many edges cannot displace the others.
    """

    entities: tuple[str, ...]  # uids, most important first
    fan_out: int = 8  # neighbours of a seed; half as many at the second hop
    notes_per_entity: int = 6  # notes about each reached entity; half as many, the newest, at the second hop
    # Newest notes about an entity, from which those with most of `terms` are selected.
    notes_considered: int = 100
    shared_notes: int = 1  # notes kept as evidence of one hop
    hub_size: int = 200  # the expansion stops at entities with more notes than this
    max_notes: int = 60  # in total; with 40, some multi-hop questions over documents fail
    terms: tuple[tuple[str, float], ...] = ()  # search terms with their weights

    @property
    def entities_matched_by_terms(self) -> int:
        """Number of entities whose notes are selected by terms: enough for twice `max_notes`.

        For other entities the newest notes are taken; these notes hardly change the result.
        """
        return 2 * self.max_notes // max(self.notes_per_entity, 1)


@dataclass(frozen=True, slots=True)
class Hop:
    """One step of the expansion: two entities connected by a fact, or by a note about both."""

    source: str  # entity uid, nearer to the seed
    target: str  # entity uid
    kind: Literal["fact", "note"]
    uid: str  # of the fact or note
    type: str  # relation type, or "ABOUT"


# The number of the newest notes about an entity from which its co-occurrences are counted, for seeds and for entities further
# away: enough to distinguish close relations from chance, and few enough to count fast.
NOTES_OF_SEED = 500
NOTES_OF_FURTHER = 50
LINKS_PER_NOTE = 4  # strongest outgoing links of a note that are returned with it, and as many incoming ones


@dataclass(frozen=True, slots=True, kw_only=True)
class Subgraph:
    """The graph within two hops of the seeds.

    The store expands over all facts. The engine then drops facts that no longer hold, unless the query asks about the
    past.
    """

    entities: Mapping[str, Entity]
    hops: tuple[Hop, ...]
    facts: Mapping[str, Fact]
    notes: tuple[Note, ...]
    turns: tuple[Turn, ...]  # sources of the notes
    about: Mapping[str, tuple[str, ...]]  # note uid → entity uids
    links: tuple[Link, ...] = ()  # of the notes, also to notes outside; by a, b, reason

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class Step:
    """One node on the path from the question to a hit."""

    label: Literal["Entity", "Fact", "Note", "Turn", "Core"]
    uid: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A search result with the reasons why it was found: a note, a turn without notes, or a block of core memory.

    The speaker of a block is its name, and its uid that of its state.
    """

    uid: str
    kind: Literal["note", "turn", "core"]
    text: str
    score: float
    turns: tuple[str, ...]  # uids of the source turns
    session: str
    speaker: str | None
    said_at: datetime | None
    signals: Mapping[str, float]  # signal → its share of the score
    support: float  # 0 to 1: how much of the question this hit covers, by terms or by similarity
    path: tuple[Step, ...]  # from a key entity, or from the matching text, to this hit
    trust: Trust
    space: str
    note: Note | None = None
    facts: tuple[NamedFact, ...] = ()
    # Uid of an ended fact → the current fact that replaced it, if known.
    replaced_by: Mapping[str, NamedFact] = field(default_factory=dict[str, NamedFact])
    corrected_at: datetime | None = None  # when a person corrected its text
    rank: int = 0  # position in the result, from 1
    read_instances: Callable[[], tuple[Note, ...]] | None = field(default=None, compare=False, repr=False)

    __repr__ = short_repr

    @property
    def is_abstraction(self) -> bool:
        """Whether it is an abstraction of several notes."""
        return self.note is not None and self.note.is_abstraction

    def instances(self) -> tuple[Note, ...]:
        """The notes that an abstraction represents, oldest first; empty for any other hit. Reads from the store."""
        return self.read_instances() if self.read_instances is not None else ()

    def __str__(self) -> str:
        """One short line: rank, time, speaker and the beginning of the text."""
        line = f"{self.speaker or self.session}: {beginning(self.text)}"
        return f"{self.rank}. {with_day(line, self.said_at)}"

    def cypher(self) -> tuple[str, dict[str, object]]:
        """The statement `cypher/explore/hit.cypher` and its parameters: this hit's subgraph for Neo4j Browser.

        All values are parameters. The space is `namespace#generation`; the namespace is the part before the last `#`.
        """
        uids = sorted({step.uid for step in self.path if step.label != "Turn"} | {self.uid})
        turns = {step.uid for step in self.path if step.label == "Turn"}.union(self.turns)
        namespace = self.space.rpartition("#")[0]
        parameters: dict[str, object] = {
            "namespace": namespace,
            "space": self.space,
            "uids": uids,
            "turns": sorted(turns),
        }
        return cypher("explore/hit"), parameters


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """Text for a prompt, with its sources."""

    question: str
    text: str
    hits: tuple[Hit, ...]  # hits that fit the budget, best first
    turns: tuple[str, ...]  # uids of the turns that the text quotes
    tokens: int  # estimated size of the text

    __repr__ = short_repr

    def __str__(self) -> str:
        """The text."""
        return self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge:
    """Whether memory can answer a question, and why. `bool()` gives `known`."""

    question: str
    known: bool
    reason: KnowledgeReason
    explanation: str  # the reason as a sentence, in the language of the question
    confidence: float  # 0 to 1: how much of the question the best evidence covers
    evidence: tuple[Hit, ...]  # best first; the closest hits if nothing answers
    names: tuple[str, ...] = ()  # persons that the reason refers to, as the question writes them
    last: datetime | None = None  # last time they were mentioned; for `only_before`

    __repr__ = short_repr

    def __str__(self) -> str:
        """The explanation."""
        return self.explanation

    def __bool__(self) -> bool:
        return self.known
