"""The contract of a store: every verb is one transaction on one namespace.

`Database` owns the connection and is shared by threads. `Store` is a handle on one namespace, and no verb reads without
it. It is the union of six small protocols: Log, Plan, Search, Inspect, Generations and Transfer. Both implementations
pass the same contract tests. A write takes at most three transactions (`append`, `snapshot`, `apply`), a search at most
two (`candidates`, `expand`).

Errors: StoreUnavailable when the database does not answer, StoreMismatch when it was written by another version or
embedding model, TurnConflict for a known uid with another text, StoreError for the rest, each with its cause.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from memgraph_core.records.forget import CorrectionResult, Forgotten, Selection, TurnCorrection
from memgraph_core.records.graph import Call, Change, Entity, Fact, Link, Note, Revision, Support, Turn
from memgraph_core.records.inspect import Day, EntityQuery, QueryResult, Stats, StreamItem, StreamQuery
from memgraph_core.records.log import AppendResult, CallTotals, LeaseRequest, Tombstone
from memgraph_core.records.plan import Applied, PlanningSnapshot, SnapshotRequest, Stale, WritePlan
from memgraph_core.records.rebuild import GenerationBuild, LogPage
from memgraph_core.records.search import Candidates, Limits, Query, Seeds, Subgraph
from memgraph_core.records.transfer import EdgeOwner, IncidentEdges, RecordKind

SCHEMA_VERSION = 1


@dataclass(frozen=True, slots=True)
class EmbeddingStamp:
    """Which model made the vectors of a namespace: vectors of two models must never meet."""

    model: str
    dimension: int


class Log(Protocol):
    """Logged turns: append, lease, read, correct and forget them."""

    def append(
        self,
        turns: Sequence[Turn],
        keys: Sequence[str],
        before: int,
        candidates: int = 0,
        *,
        force: bool = False,
        lease: LeaseRequest | None = None,
    ) -> AppendResult:
        """Make the turns durable. Turns that are logged already are not changed.

        A turn without a position gets the next one of its session. The answer contains the entities of the name keys
        `keys`, up to `before` earlier turns of each session, and up to `candidates` active notes, sensitive ones
        excluded, that share most terms with the pending turns, without vectors. A corrected turn is also recognised by
        its original text. A forgotten turn (same uid and text) is not logged again unless `force` is true; then it counts
        as new. `lease` reserves the turns that it selects, and the answer lists the turns that other readers have
        leased. Raises TurnConflict, and logs nothing, when a uid is known with another text.
        """
        ...

    def lease(
        self,
        turns: Sequence[str],
        keys: Sequence[str],
        before: int,
        candidates: int = 0,
        *,
        request: LeaseRequest | None = None,
    ) -> AppendResult:
        """Read logged turns with what extraction needs, and lease the turns that `request` selects.

        `turns` are uids; unknown ones are left out of the answer. The other arguments and the answer are those of
        `append`, with `new` and `forgotten` empty. Without a request this only reads. It never logs a turn, and it does
        not bring a namespace into being.
        """
        ...

    def release_lease(self, by: str) -> None:
        """Release all leases of this reader. The lease on a turn also ends with the plan that extracts it."""
        ...

    def pending(self, limit: int) -> tuple[Turn, ...]:
        """Logged turns that no extractor has finished, by session and position."""
        ...

    def turns(self, uids: Sequence[str]) -> tuple[Turn, ...]:
        """These turns, in the order asked; unknown uids are left out."""
        ...

    def conversation(self, session: str, limit: int) -> tuple[Turn, ...]:
        """The last turns of a session, oldest first, without vectors."""
        ...

    def sessions(self) -> tuple[str, ...]:
        """Every session of the log, the one that was last spoken in first; equals by name."""
        ...

    def speakers(self) -> tuple[str, ...]:
        """Who speaks in the log, sorted."""
        ...

    def correct(self, correcting: TurnCorrection) -> CorrectionResult | Stale:
        """Let a turn read as a person says it should, and remember what it read until then.

        All that was derived from it is removed and it is `pending`; so are the turns that `forget` would have derived
        again, and those of programs that used it. Nothing goes from the log. A generation that is being derived is
        discarded. Stale, and nothing happens, when the turn is not there or reads otherwise than
        `Correcting.correction.before`: somebody else was faster.
        """
        ...

    def forget(self, selection: Selection, *, lasting: bool = True) -> Forgotten:
        """Delete turns and provably everything derived from them alone; recompute what remains.

        Where it is `lasting`, a tombstone stays of each turn (see `Tombstone`), and `log` refuses it from then on.
        Of everything nothing stays: the namespace begins anew, and its tombstones go, too.

        - What saw a forgotten turn is removed too: a note may quote the turn before, a passage covers the two
          before. Every remaining turn that stands at most two positions after a forgotten one of its session
          stays in the log, but loses all that was derived from it as if it were forgotten, its vector
          too, and is `pending`: whoever forgets lets it be extracted again. So does every turn of its session that
          saw its place (`TurnUpdate.saw`).
        - A revision that such a turn led to is undone, and those after it, which may carry its words: the note is as it
          was before, vector and terms too. Revisions and links go with their note.
        - A name that no remaining turn says goes, whomever it meant. Whoever was shown by it is shown by the longest
          name that is left, without one by the uid.
        - A fact that other notes support stays and takes its text from the one said first (then by uid; one
          without a time comes last).
        - A fact superseded by removed ones alone inherits the end that a remaining fact had set to them, over any
          number of removed ones in a row: that fact supersedes it now. Without one it holds again.
        - A merge that a removed turn told is undone. So is one with an entity that has nothing of its own left, and
          that entity goes: no name stays because of what another one had.
        - What the gate remembers may tell of what is forgotten, and is dropped.
        - A turn of a program that used a forgotten one may quote it, and is forgotten too.
        - A generation that is being derived may hold what is forgotten, and is discarded as by `discard`.
        """
        ...

    def tombstones(self) -> tuple[Tombstone, ...]:
        """What is left of turns that were forgotten, by mark."""
        ...


class Plan(Protocol):
    """Writes of derived records: a snapshot to plan on, the plan, and the calls of models that it cost."""

    def snapshot(self, probe: SnapshotRequest) -> PlanningSnapshot:
        """What a plan must know: entities by name, current facts, nearest active notes, and the version.

        Of the space of the probe, if it names one. When that is not being derived (any more) the answer is
        empty and of version -1, so that every plan made from it is stale.
        """
        ...

    def apply(self, plan: WritePlan) -> Applied | Stale:
        """Carry the plan out in one transaction, unless the namespace has moved since `plan.version`.

        A turn of the plan, or one that a note of it comes from, may have been forgotten while it was being
        extracted: then nothing is written either, and the answer is Stale with the version as it is.

        A plan for the space that is being derived is written there: nobody sees its records, decisions and
        turn states before `switch`. Terms and vectors of turns do not depend on what is extracted, and are
        brought up to date at once. `Building.reached` moves to the last of the plan's turns.

        An entity that is merged keeps its node, and is in no answer but that of `entities` about merged ones.
        What was its own is its own again after a split; where both hung on the same note, turn or name, each of them
        does then.

        A note that is revised has its former state kept with its vector, and is searched by the new one at once. One
        that is written again by `notes` begins anew, without former states. What turns saw adds up until they are
        derived again. Calls are in the ledger at once, also those of a plan for the space that is being derived.
        """
        ...

    def record_calls(self, calls: Sequence[Call]) -> CallTotals:
        """Put calls into the ledger, each uid once, and tell what all that are in it add up to.

        For calls that no plan came of: those of a plan come with it. Without any it is only told.
        """
        ...

    def ledger(self, limit: int, uids: Sequence[str] | None = None) -> tuple[Call, ...]:
        """Calls of models, or these of them; newest first, then by uid."""
        ...


class Search(Protocol):
    """The two reads of a search."""

    def candidates(self, query: Query, limits: Limits) -> Candidates:
        """What vector, terms, entity anchors and time range bring, filtered by `query.filters`.

        Turns of programs and pages (`Turn.is_aside`) have a channel of their own, by terms; they take no place in the
        others, unless the filters ask for a role, a trust or an agent. Notes whose state is `aside` are never brought.
        """
        ...

    def expand(self, seeds: Seeds, query: Query) -> Subgraph:
        """What lies within two hops of the seeds, within their quotas, filtered by `query.filters`.

        Where there are more facts than the quota, those of `query.relations` come first, then the newest. Of the notes
        about a seed or a neighbour those come first that hold most of `seeds.terms`, then the newest. Of each note
        that comes, its strongest named ties to others come too, whether those others came or not.
        """
        ...


class Inspect(Protocol):
    """Reads for people: records, decisions and counts."""

    def notes(self, uids: Sequence[str]) -> tuple[Note, ...]:
        """These notes, in the order asked; unknown uids are left out."""
        ...

    def notes_of(self, turns: Sequence[str]) -> tuple[Note, ...]:
        """The notes that come from any of these turns, by uid, without vectors."""
        ...

    def history(self, note: str) -> tuple[Revision, ...]:
        """All states of a note, oldest first: 0 as it was derived, the last as it stands. None of an unknown one."""
        ...

    def links(self, notes: Sequence[str]) -> tuple[Link, ...]:
        """The named ties of these notes, from them and to them; by a, b and reason."""
        ...

    def supports(self, notes: Sequence[str]) -> tuple[Support, ...]:
        """What these notes, and the notes that rest on these, rest on: every SUPPORTED_BY at one of them, sorted."""
        ...

    def facts(self, entity: str | None, limit: int, uids: Sequence[str] | None = None) -> tuple[Fact, ...]:
        """Facts with this entity (uid) as subject or object, or those with these uids, or all; newest first, ended ones
        included.
        """
        ...

    def entities(self, query: EntityQuery) -> tuple[Entity, ...]:
        """Entities in the order asked; equals by name and uid."""
        ...

    def stream(self, query: StreamQuery) -> tuple[StreamItem, ...]:
        """The memory stream, newest first; equals by turn position and entity uid."""
        ...

    def timeline(self, query: StreamQuery) -> tuple[Day, ...]:
        """Mentions per day (UTC), oldest first; days without any are left out. The limit keeps the newest days."""
        ...

    def changes(self, limit: int, uids: Sequence[str] | None = None) -> tuple[Change, ...]:
        """What was decided, or these decisions of it; newest first, of those of one moment the one that was written last."""
        ...

    def explore(self, name: str, parameters: Mapping[str, object], rows: int, seconds: float) -> QueryResult:
        """Run a saved query on what is current, reading only, for so many seconds at most; the first rows of it.

        Raises InvalidInput for a name or parameters that it does not know, StoreError when time is up, ConfigError in
        a store that runs no Cypher. What looks like a secret is redacted.
        """
        ...

    def stats(self) -> Stats:
        """What the namespace holds."""
        ...


class Generations(Protocol):
    """Generations of derived records: read the log again, derive a new generation, and switch to it."""

    def embedding_stamp(self) -> EmbeddingStamp | None:
        """Which model made the vectors that are searched; None where none did yet.

        The first handle with a model that applies or begins something settles it, and then a `switch` to vectors of
        another. A handle with another model is refused by `known`, `apply` and `candidates` (StoreMismatch), but may
        derive a generation.
        """
        ...

    def log_page(self, after: int, limit: int, before: int) -> LogPage:
        """Turns in the order in which they were logged, from behind a place in the log on (0: its beginning).

        The order is that of the `log` calls, and within one that of the turns given. `before` is how many
        earlier turns of each session come along: of those logged up to that place, which is what `log`
        brought when these turns came.
        """
        ...

    def begin_generation(self, extractor: str = "") -> GenerationBuild | None:
        """The generation that is being derived; a new one if there is none. None where nothing is logged.

        It is remembered, so that a rebuild that was interrupted goes on. Numbers are never given twice. A new one is
        derived by this extractor, and with vectors of the model of this handle. Where that is another than made those
        that are searched, the vectors of turns too are not seen before `switch`.
        """
        ...

    def switch_generation(self, space: str, change: Change) -> Applied | Stale:
        """Make the generation that is being derived the current one, at once, and remove the old one.

        Stale, and nothing happens, when there are turns in the log that it does not have, or when it is not
        being derived any more. Turns take the states it has for them, and where they are of another model its
        vectors; what the engine decided in the old generation goes with it, what people decided stays, and `change`
        is recorded.
        """
        ...

    def discard_generation(self) -> bool:
        """Remove the generation that is being derived, with all it holds; whether there was one."""
        ...


class Transfer(Protocol):
    """Reads that export all records of a namespace."""

    def uids(self, of: RecordKind) -> tuple[str, ...]:
        """Of all entities (merged ones too) or facts, sorted; of all changes or calls, oldest first; of all notes in the
        order in which they were derived, as far as a store knows it: by it those are told that are alike in all else.

        For who goes through all of them, some at a time.
        """
        ...

    def incident_edges(self, of: EdgeOwner, uids: Sequence[str]) -> IncidentEdges:
        """What joins these turns, notes, facts or entities of the current space to others, whoever is merged into whom.

        With the log and the records, asked of all, it is all that is needed to tell a namespace again elsewhere. A pair
        that people said are two comes with either of the two.
        """
        ...


class Store(Log, Plan, Search, Inspect, Generations, Transfer, Protocol):
    """One namespace of a database."""

    @property
    def namespace(self) -> str:
        """The tenant this handle is bound to."""
        ...


class Database(Protocol):
    """A connection to a database that holds any number of namespaces."""

    @property
    def stamp(self) -> EmbeddingStamp | None:
        """For vectors of which model it was opened."""
        ...

    def store(self, namespace: str) -> Store:
        """The handle on one namespace; the namespace comes into being with its first turn."""
        ...

    def namespaces(self) -> tuple[str, ...]:
        """Names of all namespaces, sorted."""
        ...

    def with_stamp(self, stamp: EmbeddingStamp | None) -> "Database":
        """The same connection, for vectors of another model; whichever is closed closes both."""
        ...

    def close(self) -> None:
        """Give the connection back. Idempotent."""
        ...
