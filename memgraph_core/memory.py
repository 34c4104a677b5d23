"""`Memory`: the verbs on one namespace. Each verb converts its arguments and calls one function of `engine/`."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from os import PathLike, fspath
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self, Unpack

from memgraph_core.config import Settings
from memgraph_core.engine import correct, forget, merge, rebuild, remember, undo
from memgraph_core.engine.agent_runs import cited_sources, question_of, turns_of
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.engine.inspect import with_correction_texts
from memgraph_core.engine.rebuild import Rebuilt
from memgraph_core.engine.worker import BackgroundWorker
from memgraph_core.errors import ConfigError
from memgraph_core.extract.protocol import Extractor
from memgraph_core.models.protocol import Embedder
from memgraph_core.plan.agent_generated import used_turns
from memgraph_core.plan.corrections import Updated
from memgraph_core.plan.receipts import Receipt
from memgraph_core.records.changes import Change
from memgraph_core.records.conformance import check_verbs
from memgraph_core.records.forget import Forgotten
from memgraph_core.records.graph import Entity, Turn
from memgraph_core.records.local_time import local_times
from memgraph_core.records.progress import Progress, no_progress
from memgraph_core.records.scope import Scope, agent_of, scope_metadata, session_of
from memgraph_core.records.search import Filters, Hit
from memgraph_core.records.validation import checked_metadata, checked_role
from memgraph_core.remote.dispatch import remote_verbs
from memgraph_core.remote.namespace import RemoteNamespace, is_server_address
from memgraph_core.turns.agent_runs import RunContext
from memgraph_core.turns.content import Content, turns_from
from memgraph_core.turns.messages import MessageDefaults
from memgraph_core.verbs.inspection import Moment
from memgraph_core.verbs.maintaining import Maintaining

if TYPE_CHECKING:
    from memgraph_core.quality.diagnosis import Checked
    from memgraph_core.quality.expectations import Expectations


@check_verbs
@local_times
@remote_verbs
class Memory(Maintaining):
    """The memory of one namespace. Each verb has the same name and arguments in every interface.

    This class defines the verbs that add, rebuild, check, correct, merge, undo and forget. It inherits those of `Maintaining`
    (consolidation, retention, jobs), `CoreMemory` (core memory), `Viewing` (profile, summary and other views), `Searching`, and
    `Inspection` (lists, counts, single records).
    """

    _worker: BackgroundWorker | None = None

    # Open

    @classmethod
    def open(
        cls,
        url: str | PathLike[str] | None = None,
        namespace: str | None = None,
        *,
        embedder: Embedder | str | None = None,
        extractor: Extractor | str | None = None,
        settings: Settings | None = None,
        token: str | None = None,
        background: bool = False,
    ) -> "Memory":
        """Open one namespace of a file, a Neo4j server or a server of this package; `close()` closes it.

        A file and a Neo4j server are opened as by `MemoryEngine.open`. At `http://host:port` (`memgraph-core serve`) the verbs
        run on that server, with its models and settings. `token` is the token for the server, by default that of the settings
        (`MEMGRAPH_CORE_TOKEN`). If the token is for one namespace only, the namespace is not needed. The verbs raise the same
        errors as on a file. They also raise StoreUnavailable if the server does not answer, and Forbidden without a grant.
        `discard_rebuild`, `check` and `explain_search` need the database itself and raise ConfigError.

        With `background`, a thread runs the jobs of the namespace when they are due; see `run_jobs`. For a server of this
        package, start a worker next to the server instead. Raises ConfigError for a token without a server, and for
        `background`, `embedder` or `extractor` with a server.
        """
        store = (settings or Settings.from_env()).store
        address = fspath(url) if url else store.url
        if is_server_address(address):
            if embedder or extractor:
                raise ConfigError(f"{address} has its own models. Give embedder and extractor to the server.")
            if background:
                raise ConfigError(f"{address} does its own work. Start a worker beside the server.")
            return cls(RemoteNamespace.open(address, namespace, token or store.token))
        if token is not None:
            raise ConfigError(
                f"a token is for a server, and {address!r} does not begin with http:// or https://."
            )
        engine = MemoryEngine.open(url, embedder=embedder, extractor=extractor, settings=settings)
        memory = cls(engine, namespace)
        if background:
            memory._worker = BackgroundWorker(memory._open)
        return memory

    # Add

    def add(
        self,
        content: Content,
        *,
        speaker: str | None = None,
        role: str = "user",
        said_at: Moment | None = None,
        session: str | None = None,
        agent: str | None = None,
        uid: str | None = None,
        used: Sequence[Hit | str] = (),
        metadata: Mapping[str, object] | None = None,
        force: bool = False,
        now: Moment | None = None,
        **scope: Unpack[Scope],
    ) -> Receipt:
        """Add a text, a `Turn`, or a list of turns or role/content messages (mappings, or objects as other libraries have).

        Texts and messages without a time of their own get `said_at`, by default now; a `Turn` is kept as it is, also without a
        time. The role determines the trust. The session is `default` unless it is given. Adding the same turn again changes
        nothing; give `uid` or `said_at` if a call may be repeated. `used` are the hits of a search, or uids of turns, that an
        assistant's turn is based on. `metadata` is a JSON object that is stored with each turn, returned and exported; filters
        can use it. A message may have its own. A turn that was forgotten (same uid and text) is not logged again, and its receipt
        says `forgotten`; with `force` it counts as new.

        `run_id` is a synonym of `session`, and `agent_id` of `agent`. `user_id` is the person whom a conversation belongs
        to. It is stored in the metadata of each turn. It is also the speaker of user messages without a speaker, and the session
        if no other is given.

        When this returns, every turn is durable. A turn that could not be extracted is `pending` in the receipt; search
        finds it, and `retry` extracts it. With a language model turns are pending until their extraction window is
        complete: it is full, another session begins, no turn follows for 30 minutes, or `flush` or `close` is used.

        Raises InvalidInput or TurnConflict (known uid, another text), and nothing is logged. After a StoreError, turns
        that were logged before it are pending.
        """
        moment = self._now(now)
        defaults = MessageDefaults(
            speaker=speaker,
            role=checked_role(role),
            said_at=moment if said_at is None else self._moment(said_at, "said_at"),
            session=session_of(session, scope),
            agent=agent_of(agent, scope),
            uid=uid,
            used=used_turns(used),
            metadata=checked_metadata({**(metadata or {}), **scope_metadata(scope)}),
            user=scope.get("user_id"),
            zone=self._zone,
        )
        return self._handle.add(turns_from(content, defaults), moment, force=force)

    def remember_question(
        self,
        text: str,
        *,
        session: str | None = None,
        speaker: str | None = None,
        now: Moment | None = None,
        **scope: Unpack[Scope],
    ) -> Receipt:
        """Add a message to an agent before the agent runs, so that it is durable even if there is no answer.

        A question that is repeated in one session is the same turn; a repeated statement is a new one. After the run,
        `remember_run` without `question` adds the answer. Exclude the turn from searches with `exclude`.
        """
        moment = self._now(now)
        run = self._run_context(moment, session, speaker, None, scope)
        return self.add(question_of(text, run), now=moment)

    def remember_run(
        self,
        run: object,
        *,
        question: str | None = None,
        session: str | None = None,
        speaker: str | None = None,
        agent: str | None = None,
        used: Sequence[Hit | str] = (),
        kept: Collection[str] | None = None,
        now: Moment | None = None,
        **scope: Unpack[Scope],
    ) -> Receipt:
        """Add the run of an agent: the question, the results of its external tools, and the answer.

        `run` is the output of an agent (`response` and `tool_calls`, as in LlamaIndex), a `Run`, or the text of an answer. The
        answer has the trust `inferred`, and as its sources the turns that memory supplied: `used`, and those in the results of
        memory's own tools. Results of other tools have the trust `external`; `kept` names the tools whose results are kept. The
        trace of thoughts is not read. The session is `default`, the speaker of the question `user`, and that of the answer
        `assistant`, unless they are given. A supplied turn that the answer cites counts as used (see `used`). A citation is the
        uid of the turn in square brackets, as in a context. Raises InvalidInput.
        """
        moment = self._now(now)
        context = replace(self._run_context(moment, session, speaker, agent, scope), question=question)
        turns = turns_of(self.turns, run, context, used=used, kept=kept)
        receipt = self.add(turns, now=moment) if turns else Receipt()
        if cited := cited_sources(turns):
            self.used(cited, now=moment)
        return receipt

    def flush(self, session: str | None = None, *, now: Moment | None = None) -> Receipt:
        """Extract all pending turns now, or those of one session.

        The receipt has the result of each turn. A turn that could not be extracted stays pending.
        """
        return self._open.flush(session, self._now(now))

    def retry(self, limit: int = 1000, *, now: Moment | None = None) -> Receipt:
        """Extract at most `limit` pending turns, in batches. The receipt has the result of each turn."""
        return remember.retry(self.engine, self.store, limit, self._now(now))

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
        """Derive notes, entities and facts again from the whole log, as if it were imported today.

        The current generation is searched until the new one is complete and replaces it at once. If this is interrupted,
        the same call continues, and `discard_rebuild` discards it. With another `embedder` (an object, or a name as in
        MEMGRAPH_CORE_EMBEDDER; `none` removes the vectors) all vectors are made again and this memory uses that model;
        other processes with the former model get StoreMismatch. `dry_run` derives into a temporary database and changes
        nothing but the ledger, if a language model is called. `diff` lists what is gained and lost; a dry run always
        does. The result lists the turns that answer each of `questions` before and after the rebuild. `progress` is
        called with the number of turns done, and of all turns.

        Raises ConfigError if vectors would be lost because there is no model, or if an interrupted rebuild had another
        model or extractor; ExtractionError or ModelError if a turn cannot be extracted.
        """
        return rebuild.rebuild(
            self._open,
            embedder=embedder,
            dry_run=dry_run,
            diff=diff,
            questions=questions,
            progress=progress or no_progress,
        )

    def discard_rebuild(self) -> bool:
        """Discard an interrupted rebuild. Returns whether there was one."""
        return self.store.discard_generation()

    # Check

    def check(
        self, expectations: "Expectations | str | Path", *, now: Moment | None = None
    ) -> "tuple[Checked, ...]":
        """Whether this memory meets the expectations of a file, and the cause of each failure, in the order of the file.

        docs/how-to/test-a-memory.md describes the format. Nothing is written. Raises InvalidInput for an invalid file.
        """
        from memgraph_core.quality.diagnosis import check  # imports pydantic, which no other verb needs

        return check(self, expectations, self._now(now), self.engine.settings.zone)

    # Correct, merge, undo

    def update(self, uid: str, text: str, *, reason: str = "", now: Moment | None = None) -> Updated:
        """Correct a note or a turn: replace its text by `text`. The original text is kept in the log.

        The part of the turn that the note states is replaced (for a turn, all of it), and the turn is derived again:
        notes, facts, links, vectors and full text. The note keeps its uid if possible, and nothing remains that only the
        old text supported. Speaker, time and trust stay. The correction is listed by `changes`, can be undone, survives
        a rebuild and an export, and is deleted with its turn. A turn in an incomplete extraction window stays pending.
        The same text changes nothing.

        Raises InvalidInput for a blank text, an unknown uid, and when the part of its turn that a note states cannot be
        found.
        """
        return correct.correct(self.engine, self.store, uid, text, reason, self._now(now))

    def merge(self, name: str, into: str, *, reason: str = "", now: Moment | None = None) -> Entity:
        """Merge the entity called `name` into the one called `into`. Returns the entity after the merge.

        If several entities share a name, the most mentioned one is used. `split` undoes a merge, a rebuild repeats it. The
        reason is kept with the change. Raises InvalidInput for an unknown name.
        """
        return merge.merge(self.engine, self.store, name, into, reason, self._now(now))

    def split(self, name: str, *, reason: str = "", now: Moment | None = None) -> Entity:
        """Undo the merge of the entity called `name` into another. Returns that entity with its own records.

        Merges by the engine can be split, too; the engine does not repeat them. Raises InvalidInput if no entity of this
        name is merged into another.
        """
        return merge.split(self.engine, self.store, name, reason, self._now(now))

    def undo(self, change: str, *, reason: str = "", now: Moment | None = None) -> Change:
        """Undo a decision (uid from `changes`). Returns the record of the undo. A rebuild repeats the undo.

        A fact that was ended is current again. A fact that was corrected is valid as before, and the fact that corrected it
        counts as never valid. Merged entities are split; split ones are merged. A corrected text is restored. A note that a model
        revised has its former state. An abstraction is archived and its instances are active again; an archived note is active
        again. An undo is a decision, too, and can be undone.

        Raises InvalidInput for an unknown uid. Raises ChangeError, with the reason, for a decision that cannot be undone: a
        forget, a decision that is undone already, or one on which a later decision depends; undo the later one first.
        """
        record = undo.undo(self.engine, self.store, change, reason, self._now(now))
        return with_correction_texts(self.store, [record])[0]

    # Forget

    def forget(
        self,
        *,
        turns: Sequence[str] = (),
        notes: Sequence[str] = (),
        session: str | None = None,
        speaker: str | None = None,
        entity: str | None = None,
        filters: Filters | Mapping[str, object] | None = None,
        everything: bool = False,
        lasting: bool = True,
        **scope: Unpack[Scope],
    ) -> Forgotten:
        """Delete turns and everything derived from them alone. Give exactly one selection.

        `filters` select the turns that pass them now; `user_id`, `agent_id` and `run_id` are such filters. Filters that
        restrict nothing are refused.

        An entity, by name, selects every turn that mentions it, contains its name or was spoken by it. Turns that contain
        the name only as a part of something else stay and are `left` in the result. A note selects every turn that it was
        derived from, because it would be derived from them again. The result lists what was removed, and what stays because
        other turns support it. It is empty if memory has nothing of the selection, which is no error.

        A salted hash of each turn remains, so that adding or importing it again does not restore it (see `add`); with
        `lasting=False` no hash remains. `everything` leaves no hashes: the namespace is empty, and an import of the same
        file adds all of it.
        """
        return forget.forget(
            self._open,
            turns=turns,
            notes=notes,
            session=session,
            speaker=speaker,
            entity=entity,
            filters=self._within(filters, scope),
            everything=everything,
            lasting=lasting,
        )

    def forget_outdated(self, turns: Sequence[Turn]) -> Forgotten:
        """Forget the chunks of earlier versions that these chunks replace. Call it before adding them.

        A document is identified by its name, the session of its chunks. An unchanged document loses nothing. Raises
        InvalidInput, and forgets nothing, when the known document of a name looks like another document.
        """
        return forget.forget_outdated(self._open, turns)

    # Close

    def close(self) -> None:
        """Close the database, or the connection to a server.

        With a language model, pending turns that were added here are extracted first. A turn that cannot be extracted
        stays pending; the next `flush` extracts it. A worker in the background ends after the current step of its job.
        """
        self._close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close(flush_open=error is None)  # after an error the program does not wait for a model

    # Internal

    def _run_context(
        self, moment: datetime, session: str | None, speaker: str | None, agent: str | None, scope: Scope
    ) -> RunContext:
        return RunContext(
            session=session_of(session, scope),
            at=moment,
            speaker=speaker or scope.get("user_id") or "user",
            agent=agent_of(agent, scope) or "assistant",
            metadata=scope_metadata(scope),
        )

    def _close(self, *, flush_open: bool = True) -> None:
        if self._worker:
            self._worker.stop()
        self._handle.close(flush_open=flush_open)
