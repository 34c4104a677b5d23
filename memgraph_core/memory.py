"""The public face: what one namespace remembers, and every verb on it.

`remember.py` and `search.py` hold the two pipelines; here they get their arguments.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from memgraph_core.config import Settings
from memgraph_core.engine.context_window import context_window
from memgraph_core.engine.correct import correct, settle
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.engine.merge import merge, split
from memgraph_core.engine.rebuild import Progress, Rebuilt, evidence, rebuild, rehearse
from memgraph_core.engine.remember import flush, remember, retry
from memgraph_core.engine.search import Asked, Finding, asker_of, find, find_plainly, query_of, with_vector
from memgraph_core.engine.trends import themes, trends
from memgraph_core.engine.undo import undo
from memgraph_core.errors import InvalidInput
from memgraph_core.extract.protocol import Extractor
from memgraph_core.language.names import name_key
from memgraph_core.models.protocol import Embedder
from memgraph_core.plan.agent_generated import used_turns
from memgraph_core.plan.corrections import UPDATE, Updated, in_words, turn_of
from memgraph_core.plan.receipts import Receipt
from memgraph_core.records.forget import Forgotten, Selection
from memgraph_core.records.graph import Call, Change, Entity, Fact, Note, Support, Turn
from memgraph_core.records.inspect import (
    Day,
    EntityOrder,
    EntityQuery,
    GraphDiff,
    NamedFact,
    NoteHistory,
    QueryResult,
    Stats,
    StreamItem,
    StreamQuery,
)
from memgraph_core.records.kinds import EntityType
from memgraph_core.records.search import UNLIMITED, Context, Filters, Hit, Knowledge, Query, Seeds
from memgraph_core.records.validation import checked_choice, checked_limit, checked_role, moment_of, utc
from memgraph_core.retrieve.analyse import asks_nothing, compared_people
from memgraph_core.retrieve.context import context_of
from memgraph_core.retrieve.context_window import ContextWindow, Strategy
from memgraph_core.retrieve.entity_view import EntityView, view_of
from memgraph_core.retrieve.history import entity_uids, fact_difference, facts_at, named_facts, parse_moment
from memgraph_core.retrieve.knows import nothing_asked
from memgraph_core.retrieve.topics import Themes, Trend
from memgraph_core.store.contract import Store
from memgraph_core.turns.agent_runs import RunContext, run_of, supplied_by_memory, turns_of_run
from memgraph_core.turns.content import Content, turns_from
from memgraph_core.turns.messages import MessageDefaults

if TYPE_CHECKING:
    from memgraph_core.quality.diagnosis import Checked
    from memgraph_core.quality.expectations import Expectations


def _tell_nobody(done: int, turns: int) -> None:
    """For who does not ask how far it is."""


def _moment(given: datetime | str | None, what: str) -> datetime | None:
    return None if given is None else moment_of(given, what)


class Memory:
    """What one namespace remembers. Every verb here has the same name and arguments everywhere."""

    def __init__(self, engine: MemoryEngine, namespace: str | None = None) -> None:
        self.engine = engine
        self._store = engine.store(engine.settings.namespace if namespace is None else namespace)
        self._looked: datetime | None = None  # when we last looked for turns that nothing has followed
        self._waiting: frozenset[str] = frozenset()  # sessions of which turns wait that were added here
        # Whose names hide what a question asks about; replaced, never changed: threads may be reading it.
        self._speakers = frozenset(self._store.speakers())

    @classmethod
    def open(
        cls,
        url: str | PathLike[str] | None = None,
        namespace: str | None = None,
        *,
        embedder: Embedder | str | None = None,
        extractor: Extractor | str | None = None,
        settings: Settings | None = None,
    ) -> "Memory":
        """Open one namespace of a file or a Neo4j server; `close()` gives it back. See `MemoryEngine.open`."""
        engine = MemoryEngine.open(url, embedder=embedder, extractor=extractor, settings=settings)
        return cls(engine, namespace)

    @property
    def namespace(self) -> str:
        """Whose memory this is."""
        return self._store.namespace

    @property
    def store(self) -> Store:
        """The handle on this namespace, for integrations: verbs that a memory does not have itself."""
        return self._store

    # Remember

    def add(
        self,
        content: Content,
        *,
        speaker: str | None = None,
        role: str = "user",
        said_at: datetime | str | None = None,
        session: str = "default",
        agent: str | None = None,
        uid: str | None = None,
        used: Sequence[Hit | str] = (),
        again: bool = False,
        now: datetime | None = None,
    ) -> Receipt:
        """Remember a text, a `Turn`, or a list of turns or role/content messages.

        Texts and messages without a time of their own were said at `said_at`, else now; a `Turn` stays as it
        is, also with its time unknown. A time is an aware datetime or ISO text with a zone. The role sets the
        trust. Adding the same turn again changes nothing: give `uid` or `said_at` where a call may be repeated.
        What an assistant says rests on what it `used`: hits of a search, or uids of turns. A turn that was forgotten, of
        the same uid and words, is not brought back: its receipt says `forgotten`. With `again` it is remembered as new.

        When this returns, every turn is durable; one that could not be extracted is `pending` in the receipt,
        is searchable, and `retry` goes on with it. With a language model turns are pending until their window is
        closed: it is full, another session begins, nothing has followed for half an hour, or by `flush` or `close`.

        Raises InvalidInput or TurnConflict (a uid with other words), and nothing is logged; or StoreError, and
        what was logged before it is pending.
        """
        moment = now or self.engine.clock()
        defaults = MessageDefaults(
            speaker=speaker,
            role=checked_role(role),
            said_at=said_at or moment,
            session=session,
            agent=agent,
            uid=uid,
            used=used_turns(used),
        )
        turns = turns_from(content, defaults)
        receipt = remember(
            self.engine, self._store, turns, moment, look=self._is_time_to_look(moment), again=again
        )
        waits = {turn.uid for turn in receipt.turns if turn.state == "pending"}
        self._waiting |= {turn.session for turn in turns if turn.uid in waits}
        self._speakers |= {t.speaker for t in turns if t.speaker}
        return receipt

    def remember_run(
        self,
        run: object,
        *,
        question: str | None = None,
        session: str = "default",
        speaker: str = "user",
        agent: str = "assistant",
        used: Sequence[Hit | str] = (),
        kept: Collection[str] | None = None,
        now: datetime | None = None,
    ) -> Receipt:
        """Remember what an agent did: the question, what its tools brought from outside, and the answer.

        `run` is the output of an agent (`response` and `tool_calls`, as all of LlamaIndex's have), a `Run`, or the text of
        an answer. The answer is inferred, and rests on what memory supplied: told by the results of its tools, and by
        `used`. Results of other tools are external, under their source; `kept` names the tools whose results are worth
        keeping. The trace of thoughts is not read. Raises InvalidInput.
        """
        done, moment = run_of(run), now or self.engine.clock()
        supplied = self.turns((*used_turns(used), *supplied_by_memory(done.results)))
        told = RunContext(session=session, at=moment, question=question, speaker=speaker, agent=agent)
        turns = turns_of_run(done, told, [turn.uid for turn in supplied if not turn.is_agent_generated], kept)
        return self.add(turns, session=session, now=moment) if turns else Receipt()

    def _is_time_to_look(self, moment: datetime) -> bool:
        """Whether turns may wait elsewhere that nothing has followed: looked for at first, and then once in a while."""
        idle = timedelta(minutes=self.engine.settings.ingest.idle)
        if self._looked is not None and abs(moment - self._looked) < idle:
            return False
        self._looked = moment
        return True

    def flush(self, session: str | None = None, *, now: datetime | None = None) -> Receipt:
        """Close the windows of all sessions, or of one: extract every turn that is pending there, now.

        The receipt tells what became of each. One that still could not be extracted stays pending.
        """
        receipt = flush(self.engine, self._store, session, now or self.engine.clock())
        self._waiting = frozenset() if session is None else self._waiting - {session}
        return receipt

    def retry(self, limit: int = 1000, *, now: datetime | None = None) -> Receipt:
        """Extract turns that are still pending, in batches; the receipt tells what became of each."""
        return retry(self.engine, self._store, checked_limit(limit), now or self.engine.clock())

    # Rebuild

    def rebuild(
        self,
        *,
        embedder: Embedder | str | None = None,
        dry_run: bool = False,
        diff: bool = False,
        questions: Sequence[str] = (),
        progress: Progress | None = None,
    ) -> Rebuilt:
        """Derive notes, entities and facts anew from all that was said, as if it were imported today.

        What is there is searched until the new is ready; then it is replaced at once. When this is interrupted,
        the same call goes on from there, and `discard_rebuild` gives it up. With another `embedder`, an object or a name
        as in MEMGRAPH_CORE_EMBEDDER, all vectors are made anew by it (`none`: left out), and this memory goes on with
        it; others that have this namespace open with the former model are told so (StoreMismatch). With `dry_run` it is
        derived aside and nothing changes but the ledger, where a language model is called. `diff` tells what is gained
        and lost (a dry run always does); for each of the `questions`, from which turns it is answered before and after. `progress`
        is told how many turns are done, and how many there are.

        Raises ConfigError where vectors would be lost for want of a model, or one that was interrupted had another
        model or extractor; ExtractionError or ModelError when a turn cannot be read.
        """
        tell = progress or _tell_nobody
        engine = self.engine if embedder is None else self.engine.with_embedder(embedder)
        store = self._store if embedder is None else engine.database.store(self.namespace)
        before = self._evidence(self.engine, questions)
        if not dry_run:
            rebuilt = rebuild(engine, store, tell, diff=diff, without_vectors=embedder is not None)
            self.engine, self._store = engine, store
            return replace(rebuilt, answers=evidence(questions, before, self._evidence(engine, questions)))
        after = before
        if not questions:
            return rehearse(engine, self._store, tell)

        def look(trial: MemoryEngine) -> None:
            nonlocal after
            after = self._evidence(trial, questions)

        rehearsed = rehearse(engine, self._store, tell, look)
        return replace(rehearsed, answers=evidence(questions, before, after))

    def _evidence(self, engine: MemoryEngine, questions: Sequence[str]) -> list[tuple[str, ...]]:
        """The turns that each question is answered from."""
        memory = Memory(engine, self.namespace)
        return [memory.context(question).turns for question in questions]

    def discard_rebuild(self) -> bool:
        """Give up a rebuild that was interrupted; whether there was one."""
        return self._store.discard_generation()

    # Search

    def search(
        self,
        question: str,
        *,
        session: str | None = None,
        recent: Sequence[str] = (),
        limit: int | None = None,
        filters: Filters | None = None,
        graph: bool = True,
        now: datetime | None = None,
    ) -> tuple[Hit, ...]:
        """The notes and turns that answer a question, best first, each with its reasons.

        `limit` hits at most, by default as many as the question deserves; `graph=False` leaves the graph out,
        to show what it adds. No model is called but the embedder; nothing is written. A greeting and an "okay" find
        nothing. A question that goes on ("and then?", "what about her?", "他呢？") takes up what was said last in
        `session`, which costs one more read, or in `recent`, oldest first.
        """
        if limit is not None:
            checked_limit(limit)
        query = self._understood(question, session, recent, filters, now)
        if asks_nothing(query):
            return ()
        return self._found(query, graph=graph).hits(query.depth if limit is None else limit)

    def context(
        self,
        question: str,
        *,
        budget: int | None = None,
        tokens: int | None = None,
        session: str | None = None,
        recent: Sequence[str] = (),
        limit: int | None = None,
        filters: Filters | None = None,
        graph: bool = True,
        now: datetime | None = None,
    ) -> Context:
        """What is known about a question as text for a prompt, within a budget of tokens (`tokens` means the same).

        As many of the best hits as fit, or `limit` of them.
        """
        budget = next((n for n in (budget, tokens) if n is not None), self.engine.settings.context.tokens)
        hits = self.search(
            question, session=session, recent=recent, limit=limit, filters=filters, graph=graph, now=now
        )
        compared = compared_people(question, self._speakers)
        return context_of(question, hits, budget, compared)

    def knows(
        self,
        question: str,
        *,
        session: str | None = None,
        recent: Sequence[str] = (),
        filters: Filters | None = None,
        graph: bool = True,
        now: datetime | None = None,
    ) -> Knowledge:
        """Whether memory holds enough to answer a question, with the reason and the best evidence.

        `if memory.knows("Where does Ada live?")` is true when it does. Otherwise `reason` says what is wanting:
        nobody of that name (`nobody`), nothing about that for somebody who is known (`nothing_about`), none of
        it at all (`nothing`), or nothing of the time asked about (`only_before`); `told` says it as a sentence.
        """
        query = self._understood(question, session, recent, filters, now)
        if asks_nothing(query):
            return nothing_asked(query)
        return self._found(query, graph=graph).knowledge(self._speakers)

    def find(
        self,
        question: str,
        *,
        session: str | None = None,
        recent: Sequence[str] = (),
        filters: Filters | None = None,
        graph: bool = True,
        now: datetime | None = None,
    ) -> Finding:
        """All that a search found: how the question was read, and every signal of every candidate."""
        return self._found(self._understood(question, session, recent, filters, now), graph=graph)

    def _understood(
        self,
        question: str,
        session: str | None,
        recent: Sequence[str],
        filters: Filters | None,
        now: datetime | None,
    ) -> Query:
        asked = Asked(
            question,
            session=session,
            recent=tuple(recent),
            filters=filters,
            now=now,
            asker=asker_of(self._speakers),
        )
        return query_of(self.engine, self._store, asked)

    def _found(self, query: Query, *, graph: bool) -> Finding:
        query = with_vector(self.engine, query, self._speakers)
        return (find if graph else find_plainly)(self.engine, self._store, query)

    def context_window(
        self,
        question: str,
        *,
        session: str = "default",
        persona: str = "",
        tokens: int | None = None,
        last: int = 6,
        strategy: Strategy = "summarise",
        filters: Filters | None = None,
        now: datetime | None = None,
    ) -> ContextWindow:
        """All that an agent should see before it answers, as text within a budget of tokens.

        The persona and the `last` messages of the session, what memory holds of the question, the last answer with what
        it rests on, the entities of the question with their facts and those that come up most and last, and the older
        messages by `strategy`: trim (left out), summarise (the notes that say most), importance (the turns that matter
        most, word for word). What leaves the window stays in memory. Raises InvalidInput.
        """
        checked_choice(strategy, Strategy, "strategy")
        budget = self.engine.settings.context.window if tokens is None else tokens
        if budget < 1 or last < 0:
            raise InvalidInput(f"tokens is {budget} and last {last}; 1 or more and 0 or more are accepted.")
        known = self.context(question, session=session, tokens=budget // 2, filters=filters, now=now)
        return context_window(
            self._store,
            self._understood(question, session, (), filters, now),
            known,
            session=session,
            persona=persona,
            tokens=budget,
            last=last,
            strategy=strategy,
        )

    # Test

    def check(
        self, expectations: "Expectations | str | Path", *, now: datetime | None = None
    ) -> "tuple[Checked, ...]":
        """Whether what a file of expectations says of this memory is so, and what is to blame where it is not.

        In the order of the file, whose form docs/how-to/test-a-memory.md tells. Nothing is written. Raises InvalidInput for a file
        that cannot be accepted.
        """
        from memgraph_core.quality.diagnosis import (
            check,
        )  # brings pydantic, which nothing else of a memory needs

        return check(self, expectations, utc(now or self.engine.clock(), "now"))

    # Look

    def themes(
        self,
        *,
        since: datetime | str | None = None,
        until: datetime | str | None = None,
        limit: int = 10,
    ) -> Themes:
        """What a stretch of time was about: topics, entities and how each comes up, and days that stand out."""
        return themes(self._store, _moment(since, "since"), _moment(until, "until"), limit)

    def shifts(
        self,
        *,
        since: datetime | str | None = None,
        until: datetime | str | None = None,
        limit: int = 10,
    ) -> tuple[Trend, ...]:
        """What is talked about more or less than before, most changed first: topics and entities, with their ranks.

        The stretch is compared with the one before it that is as long; without bounds it is the last thirty days in
        which something came up. Raises InvalidInput for an empty stretch.
        """
        return trends(self._store, _moment(since, "since"), _moment(until, "until"), limit)[2]

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
        moment = utc(now or self.engine.clock(), "now")
        return self._store.entities(
            EntityQuery(type=type, order=order, limit=limit, now=moment, half_life_days=half_life_days)
        )

    def entity(self, name: str) -> Entity | None:
        """Whom a name means; of several the most mentioned."""
        found = self._store.entities(EntityQuery(name_keys=(name_key(name),), limit=1))
        return found[0] if found else None

    def stream(
        self,
        *,
        since: datetime | str | None = None,
        until: datetime | str | None = None,
        entity: str | None = None,
        limit: int = 100,
    ) -> tuple[StreamItem, ...]:
        """The memory stream: who and what came up, newest first."""
        query = self._stream_query(since, until, entity, limit)
        return self._store.stream(query) if query else ()

    def timeline(
        self,
        *,
        since: datetime | str | None = None,
        until: datetime | str | None = None,
        entity: str | None = None,
        limit: int = UNLIMITED,
    ) -> tuple[Day, ...]:
        """Mentions per day (UTC), oldest first."""
        query = self._stream_query(since, until, entity, limit)
        return self._store.timeline(query) if query else ()

    def _stream_query(
        self, since: datetime | str | None, until: datetime | str | None, entity: str | None, limit: int
    ) -> StreamQuery | None:
        """None when the entity is unknown: then nothing matches."""
        query = StreamQuery(since=_moment(since, "since"), until=_moment(until, "until"), limit=limit)
        if entity is None:
            return query
        found = self.entity(entity)
        return replace(query, entity=found.uid) if found else None

    def show(self, name: str, *, limit: int = 10, now: datetime | None = None) -> EntityView | None:
        """An entity with its facts, neighbours and newest notes; None when nobody is called that."""
        checked_limit(limit)
        entity = self.entity(name)
        if entity is None:
            return None
        query = Query(text=name, now=now or self.engine.clock())
        around = self._store.expand(
            Seeds(entities=(entity.uid,), fan_out=limit, notes_per_entity=limit), query
        )
        facts = self._store.facts(entity.uid, limit)
        return view_of(entity, facts, around, limit)

    def facts(
        self,
        name: str | None = None,
        *,
        as_of: datetime | str | None = None,
        known_at: datetime | str | None = None,
        limit: int = 100,
    ) -> tuple[Fact, ...]:
        """Facts about somebody or something, or all; newest first, ended ones included.

        With `as_of` only those that held then; with `known_at` as far as was known then, whatever was learnt since. Both
        are aware datetimes, ISO text with a zone, or a day, month or year, which begin in UTC (`2026-05-01`, `2026-05`).
        """
        checked_limit(limit)
        moment = parse_moment(as_of, "as_of") if as_of is not None else None
        known = parse_moment(known_at, "known_at") if known_at is not None else None
        entity = None if name is None else self.entity(name)
        if name is not None and entity is None:
            return ()
        wanted = limit if moment is known is None else UNLIMITED
        found = self._store.facts(entity.uid if entity else None, wanted)
        return facts_at(found, moment, known)[:limit]

    def named(self, facts: Sequence[Fact]) -> tuple[NamedFact, ...]:
        """The facts with what their ends are called: as text `Ada LIVES_IN Turin`."""
        query = EntityQuery(uids=entity_uids(facts), limit=UNLIMITED)
        return named_facts(facts, {e.uid: e.name for e in self._store.entities(query)} if facts else {})

    def diff(
        self, since: datetime | str, until: datetime | str | None = None, *, learnt: bool = False
    ) -> GraphDiff:
        """What began, ended, was corrected, merged and forgotten from one moment to another (by default now).

        Facts count by when they began and ended in the world; with `learnt` by when memory came to know it.
        """
        start = parse_moment(since, "since")
        end = parse_moment(until, "until") if until is not None else utc(self.engine.clock(), "now")
        if end <= start:
            raise InvalidInput(f"until ({end.isoformat()}) is not after since ({start.isoformat()}).")
        changes = self._store.changes(UNLIMITED)
        return fact_difference(
            self._store.facts(None, UNLIMITED), changes, start, end, by_transaction_time=learnt
        )

    def turns(self, uids: Sequence[str]) -> tuple[Turn, ...]:
        """These turns, in the order asked."""
        return self._store.turns(uids)

    def conversation(self, session: str = "default", *, limit: int = 20) -> tuple[Turn, ...]:
        """The last turns of a session, oldest first."""
        return self._store.conversation(session, checked_limit(limit))

    def sessions(self) -> tuple[str, ...]:
        """Every session, the one that was last spoken in first."""
        return self._store.sessions()

    def notes(self, uids: Sequence[str]) -> tuple[Note, ...]:
        """These notes, in the order asked."""
        return self._store.notes(uids)

    def supports(self, notes: Sequence[str]) -> tuple[Support, ...]:
        """What notes of programs rest on: of these notes, and on these notes; sorted by uid."""
        return self._store.supports(notes)

    def history(self, uid: str) -> NoteHistory | None:
        """All states of a note, as it was derived first and as it stands last, its ties, and its turns with what people put
        right in them; None for an unknown uid.

        A model understands older notes better through newer turns. What a note says stays; each former state is kept,
        and is the present one again when the turn that led further is forgotten.
        """
        found = self._store.notes([uid])
        if not found:
            return None
        return NoteHistory(
            note=found[0],
            states=self._store.history(uid),
            links=self._store.links([uid]),
            turns=self._store.turns(found[0].turns),
        )

    def changes(self, *, limit: int = 100) -> tuple[Change, ...]:
        """What was decided about facts, and what was forgotten, with the reason; newest first.

        A correction tells the words before and after, as long as its turn is there.
        """
        return self._in_words(self._store.changes(checked_limit(limit)))

    def _in_words(self, changes: Sequence[Change]) -> tuple[Change, ...]:
        about = {turn_of(change) for change in changes if change.kind == UPDATE}
        return in_words(changes, {t.uid: t for t in self._store.turns(sorted(about))} if about else {})

    def ledger(self, *, limit: int = 100) -> tuple[Call, ...]:
        """The calls of language models that this namespace has cost, newest first."""
        return self._store.ledger(checked_limit(limit))

    def stats(self) -> Stats:
        """What this namespace holds."""
        return self._store.stats()

    def explore(
        self,
        name: str,
        parameters: Mapping[str, object] | None = None,
        *,
        limit: int = 200,
        seconds: float = 10.0,
    ) -> QueryResult:
        """Run one of the saved queries of `cypher/explore/`, which people have in Neo4j Browser, by its name.

        It reads only, sees this namespace as it stands, and is ended when its time is up. No other Cypher can be run
        here. Raises InvalidInput for a name or parameters that it does not know, ConfigError for a memory in a file,
        StoreError when time is up.
        """
        if limit < 1 or seconds <= 0:
            raise InvalidInput(f"limit is {limit} and seconds {seconds}; numbers above 0 are accepted.")
        return self._store.explore(name, parameters or {}, limit, seconds)

    # Say who is the same

    def merge(self, name: str, into: str, *, reason: str = "", now: datetime | None = None) -> Entity:
        """Two names mean the same: all that is known under `name` is known of `into` from now on. That one, as it stands.

        Of several that are called so the most mentioned is meant. `split` undoes it, and a rebuild keeps it. The
        reason is kept with the change, and is told to whoever reads `changes`. Raises InvalidInput for a name that
        nobody has.
        """
        moment = now or self.engine.clock()
        _, other = merge(self.engine, self._store, name, into, reason, moment)
        return self._as_it_stands(other)

    def split(self, name: str, *, reason: str = "", now: datetime | None = None) -> Entity:
        """Undo that what is called `name` was merged into another; it has back what was its own. As it stands then.

        Also where the engine merged them: it does not do so again. Raises InvalidInput when nobody who is called so is
        merged into another.
        """
        moment = now or self.engine.clock()
        return self._as_it_stands(split(self.engine, self._store, name, reason, moment))

    def _as_it_stands(self, entity: Entity) -> Entity:
        found = self._store.entities(EntityQuery(name_keys=(name_key(entity.name),), limit=UNLIMITED))
        return next((e for e in found if e.uid == entity.uid), entity)

    def undo(self, change: str, *, reason: str = "", now: datetime | None = None) -> Change:
        """Take back a decision, by the uid that `changes` lists; the record of it. A rebuild keeps that.

        What ended a fact: it holds again. A correction: it holds as before, and what corrected it never did. A merge: the
        two are split; a split: they are one again. What was put right by `update`: it reads as before. A note that a model
        understood better: it is as it was before. An undo is a decision as well, and undone as others are.

        Raises InvalidInput for a uid that there is not, and ChangeError, with the reason, for what cannot be undone:
        something forgotten, something undone already, or a change that a later one rests on, which is to be undone first.
        """
        moment = now or self.engine.clock()
        return self._in_words([undo(self.engine, self._store, change, reason, moment)])[0]

    # Put right, forget

    def update(self, uid: str, text: str, *, reason: str = "", now: datetime | None = None) -> Updated:
        """Put a note right, or a turn: from now on it reads as `text`. What was said is kept, and what is read changes.

        The words that the note stands for in its turn are replaced (of a turn all), and the turn is derived anew: notes,
        facts, links, vectors and full text follow, the note keeps its uid where it can, and nothing stands that only the
        old words supported. Who said it, when, and how far it may be believed stays. It is a decision that `changes`
        lists and `undo` takes back; a rebuild and an export keep it, and it goes when its turn is forgotten. A turn that
        waits for its window goes on waiting. The same text changes nothing.

        Raises InvalidInput for a blank text, for a uid that there is not, and where nobody can tell which words of its turn
        a note stands for.
        """
        return correct(self.engine, self._store, uid, text, reason, now or self.engine.clock())

    def forget(
        self,
        *,
        turns: Sequence[str] = (),
        notes: Sequence[str] = (),
        session: str | None = None,
        speaker: str | None = None,
        entity: str | None = None,
        everything: bool = False,
        lasting: bool = True,
    ) -> Forgotten:
        """Delete turns and everything derived from them alone; exactly one selection is given.

        An entity, by name, stands for every turn that mentions it or was spoken by it; a note for every turn that it
        was drawn from, with all that they say, for else it would be drawn from them again. The receipt tells what was
        removed and what stays because other turns support it.

        What is left of each turn is a salted hash, so that adding or importing it again does not bring it back (see
        `add`); not where it is not meant to be `lasting`. Of everything nothing is left, hashes neither: who wipes a
        namespace begins anew, and an import of the same file remembers all of it.
        """
        for what, uids in (("turns", turns), ("notes", notes)):
            if isinstance(uids, str):
                raise InvalidInput(f"{what} is text: {uids!r:.80}. Give a list of uids.")
        chosen = (session is not None, speaker is not None, entity is not None, everything)
        given = [bool(turns), bool(notes), *chosen]
        if sum(given) != 1:
            raise InvalidInput(
                "forget takes exactly one of turns, notes, session, speaker, entity, everything; "
                f"{sum(given)} were given."
            )
        uid = None
        if entity is not None:
            found = self.entity(entity)
            if found is None:
                return Forgotten()
            uid = found.uid
        if notes:
            turns = sorted({turn for note in self._store.notes(notes) for turn in note.turns})
            if not turns:
                return Forgotten()
        forgotten = self._store.forget(
            Selection(
                turns=tuple(turns), session=session, speaker=speaker, entity=uid, everything=everything
            ),
            lasting=lasting,
        )
        # Turns that stood beside what is gone are derived again, without it.
        _, gone = settle(self.engine, self._store, forgotten, self.engine.clock())
        self._speakers = frozenset(self._store.speakers())
        return gone

    def close(self) -> None:
        """Give the database back; for a memory opened by itself.

        With a language model, what was added here and waits for its window is read before. What cannot be read then
        stays pending, as after a program that was killed: the next `flush` reads it.
        """
        try:
            for session in sorted(self._waiting):
                self.flush(session)
        finally:
            self.engine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:  # whoever is in a hurry to end is not kept waiting by a model
            self._waiting = frozenset()
        self.close()
