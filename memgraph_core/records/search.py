"""What passes between the rooms while searching.

question → Query → Candidates → Seeds → Subgraph → [Hit] → Context
         analyse   candidates         around     rank    budget
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from memgraph_core.records.graph import Entity, Fact, Link, Note, Turn
from memgraph_core.records.inspect import NamedFact
from memgraph_core.records.kinds import NoteKind, Role, Trust, Vector
from memgraph_core.records.validation import checked_choice, checked_relation, moment_of
from memgraph_core.statements import cypher

EVERYTHING = 1_000_000_000  # as a limit: as many as there are

Channel = Literal["vector", "terms", "anchor", "time", "neighbour", "agent_generated"]
# known: the evidence answers; nothing_asked: a greeting; nobody: no such person; nothing_about: they are known,
# nothing about that; nothing: none of it was ever spoken of; only_before: spoken of, but not of the time asked about.
KnowledgeReason = Literal["known", "nothing_asked", "nobody", "nothing_about", "nothing", "only_before"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What may come out of a search at all; None asks nothing. A note passes by its source turns.

    `since`/`until` bound when it was said (half-open). `entity` is a name as people write it; a store
    gets it as a name key.
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

    def __post_init__(self) -> None:
        for name in ("since", "until"):
            if (value := getattr(self, name)) is not None:
                object.__setattr__(self, name, moment_of(value, name))
        checked_choice(self.kind, NoteKind, "kind")
        checked_choice(self.role, Role, "role")
        checked_choice(self.trust, Trust, "trust")
        if self.relation is not None:
            checked_relation(self.relation)


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A question, understood without a model."""

    text: str
    now: datetime
    asking_text: str = ""  # the part of it that asks; the whole where nothing is told around it
    language: str = "en"
    terms: tuple[str, ...] = ()  # each once, in the order of the question
    parts: tuple[tuple[str, ...], ...] = ()  # the terms of each of several questions in one; none for one
    keys: tuple[str, ...] = ()  # name keys of its n-grams; those the graph knows become key entities
    since: datetime | None = None  # the time the question asks about, half-open
    until: datetime | None = None
    intents: frozenset[str] = frozenset()
    follows: tuple[
        str, ...
    ] = ()  # what was said last, where the question wants what came after that, or what there is beside it
    relations: frozenset[str] = frozenset()  # relation types that it asks about
    complexity: float = 0.0  # C: 0 for a plain question, up to 1 for an intricate one
    depth: int = 10  # how many hits the question deserves
    filters: Filters = field(default_factory=Filters)
    vector: Vector | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much each channel may bring; the same on every store.

    Twice as many passages, terms and anchors, and a longer walk, changed recall at 10 by less than a point on each of
    five sets of questions. Fifteen instead of thirty of the nearest notes lost a point in a space of 3,000 turns.
    """

    vector: int = 30  # notes
    passages: int = 15  # turns, by what they and the two before them mean
    terms: int = 15  # notes and turns, each
    anchor: int = 8  # newest notes about each key entity
    time: int = 20  # notes and turns of the time asked about, each
    agent_generated: int = 10  # turns of programs and pages that share its words
    neighbours_of: int = 8  # best turns of the terms and vector channels whose neighbours come along
    neighbour_distance: int = 1
    frequency_cap: int = 1000  # a term in more documents than this says nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """What the channels brought, each record complete so that every signal can be computed for it.

    `turns` holds candidate turns, their neighbours, and the source turns of every candidate note.
    Records are ordered by uid; ranking is the engine's.
    """

    space: str
    documents: int  # notes and turns in the space, without those of programs and pages
    frequencies: Mapping[str, int]  # query term → documents that hold it, up to the cap
    notes: tuple[Note, ...]
    turns: tuple[Turn, ...]
    channels: Mapping[str, frozenset[Channel]]  # note or turn uid → who found it
    key_entities: Mapping[str, tuple[Entity, ...]]  # name key → whom it means, most mentioned first
    entities: Mapping[str, Entity]  # uid → every entity that appears in `about` or `facts`
    about: Mapping[str, tuple[str, ...]]  # note or turn uid → entity uids it is about or mentions
    facts: tuple[Fact, ...] = ()  # stated by the candidate notes, current and ended


@dataclass(frozen=True, slots=True, kw_only=True)
class Seeds:
    """Where to walk from, and how far. Quotas are per seed, so that one hub cannot crowd out the rest."""

    entities: tuple[str, ...]  # uids, most important first
    fan_out: int = 8  # neighbours of a seed; half as many from there
    notes_each: int = 6  # notes about each entity reached; half as many, the newest, at the second hop
    looked_at: int = 100  # newest notes about an entity, of which those come that hold most of `terms`
    shared_notes: int = 1  # notes kept as evidence of one hop
    hub: int = 200  # an entity that more notes are about is reached but not walked through
    cap: int = 60  # notes in all; with 40 multi-hop questions over documents miss some
    terms: tuple[tuple[str, float], ...] = ()  # what is looked for, each with what it is worth

    @property
    def worded(self) -> int:
        """How many entities have their notes chosen by words: as many as bring twice the cap. Further ones hardly bring
        anything, and bring the newest.
        """
        return 2 * self.cap // max(self.notes_each, 1)


@dataclass(frozen=True, slots=True)
class Hop:
    """One step of the walk: two entities joined by a fact, or by a note about both."""

    source: str  # entity uid, nearer to the seed
    target: str
    kind: Literal["fact", "note"]
    uid: str  # of the fact or note
    type: str  # relation type, or "ABOUT"


LINKS_PER_NOTE = 4  # named ties from a note that come with it, and as many to it: the strongest


@dataclass(frozen=True, slots=True, kw_only=True)
class Subgraph:
    """What lies within two hops of the seeds. Only facts that hold are walked, unless the question asks
    for the past (a store walks all; the engine drops what does not hold).
    """

    entities: Mapping[str, Entity]
    hops: tuple[Hop, ...]
    facts: Mapping[str, Fact]
    notes: tuple[Note, ...]
    turns: tuple[Turn, ...]  # sources of the notes
    about: Mapping[str, tuple[str, ...]]  # note uid → entity uids
    links: tuple[Link, ...] = ()  # of the notes, to each other and to others; by a, b, reason


@dataclass(frozen=True, slots=True)
class Step:
    """A stop on the way from the question to a hit, for people and for Cypher."""

    label: Literal["Entity", "Fact", "Note", "Turn"]
    uid: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A note, or a turn without one, that answers a question, with the reasons why it was found."""

    uid: str
    kind: Literal["note", "turn"]
    text: str
    score: float
    turns: tuple[str, ...]  # uids of the source turns
    session: str
    speaker: str | None
    said_at: datetime | None
    signals: Mapping[str, float]  # signal → what it added to the score
    support: float  # 0..1: how much of what is asked stands here, by words or by meaning
    path: tuple[Step, ...]  # from a key entity, or from the words that matched, to this hit
    trust: Trust
    space: str
    note: Note | None = None
    facts: tuple[Fact, ...] = ()
    replaced_by: Mapping[str, NamedFact] = field(
        default_factory=dict[str, NamedFact]
    )  # of those that hold no longer, by uid: what holds in their place, where that is known
    corrected_at: datetime | None = None  # when a person put its words right
    rank: int = 0  # its place in the answer, from 1

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
    """Text for a prompt, and what it rests on."""

    question: str
    text: str
    hits: tuple[Hit, ...]  # best first; those that fit the budget
    turns: tuple[str, ...]  # uids of every turn that the text quotes
    tokens: int  # estimated size of the text


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge:
    """Whether memory holds enough to answer a question, with the reason. True where it does."""

    question: str
    known: bool
    reason: KnowledgeReason
    explanation: str  # the same as a sentence, in the language of the question
    confidence: float  # 0..1: how much of what is asked the best evidence holds; 1 is all of it
    evidence: tuple[Hit, ...]  # best first; where nothing answers, what comes nearest
    names: tuple[str, ...] = ()  # whom the reason speaks of, as the question writes them
    last: datetime | None = None  # when memory last spoke of them; for `only_before`

    def __bool__(self) -> bool:
        return self.known
