"""`Memory`: all verbs on one namespace. Each verb converts its arguments and calls one function of `engine/`."""

from collections.abc import Collection, Mapping, Sequence
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from memgraph_core.config import Settings
from memgraph_core.engine import context_window, correct, forget, merge, rebuild, remember, search, undo
from memgraph_core.engine.agent_runs import question_of, turns_of
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.engine.inspect import with_correction_texts
from memgraph_core.engine.rebuild import Progress, Rebuilt, no_progress
from memgraph_core.engine.search import Finding, Question
from memgraph_core.extract.protocol import Extractor
from memgraph_core.inspection import Inspection, Moment
from memgraph_core.models.protocol import Embedder
from memgraph_core.plan.agent_generated import used_turns
from memgraph_core.plan.corrections import Updated
from memgraph_core.plan.receipts import Receipt
from memgraph_core.records.changes import Change
from memgraph_core.records.conformance import check_verbs
from memgraph_core.records.forget import Forgotten
from memgraph_core.records.graph import Entity, Turn
from memgraph_core.records.search import Context, Filters, Hit, Knowledge
from memgraph_core.records.validation import checked_limit, checked_metadata, checked_role
from memgraph_core.retrieve.context_window import ContextWindow, Strategy
from memgraph_core.turns.content import Content, turns_from
from memgraph_core.turns.messages import MessageDefaults

if TYPE_CHECKING:
    from memgraph_core.quality.diagnosis import Checked
    from memgraph_core.quality.expectations import Expectations


@check_verbs
class Memory(Inspection):
    """The memory of one namespace. Each verb has the same name and arguments in every interface."""

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
        """Open one namespace of a file or a Neo4j server; `close()` closes the database. See `MemoryEngine.open`."""
        engine = MemoryEngine.open(url, embedder=embedder, extractor=extractor, settings=settings)
        return cls(engine, namespace)

    # Add

    def add(
        self,
        content: Content,
        *,
        speaker: str | None = None,
        role: str = "user",
        said_at: Moment | None = None,
        session: str = "default",
        agent: str | None = None,
        uid: str | None = None,
        used: Sequence[Hit | str] = (),
        metadata: Mapping[str, object] | None = None,
        force: bool = False,
        now: Moment | None = None,
    ) -> Receipt:
        """Add a text, a `Turn`, or a list of turns or role/content messages (mappings, or objects as other libraries have).

        Texts and messages without a time of their own get `said_at`, by default now; a `Turn` is kept as it is, also
        without a time. The role determines the trust. Adding the same turn again changes nothing: give `uid` or
        `said_at` where a call may be repeated. `used` are the hits of a search, or uids of turns, that an assistant's
        turn is based on. `metadata` is a JSON object that is stored with each turn, returned, exported, and can be filtered
        by; a message may have its own. A turn that was forgotten (same uid and text) is not logged again, and its receipt says
        `forgotten`; with `force` it counts as new.

        When this returns, every turn is durable. A turn that could not be extracted is `pending` in the receipt; search
        finds it, and `retry` extracts it. With a language model turns are pending until their extraction window is
        complete: it is full, another session begins, nothing has followed for half an hour, or by `flush` or `close`.

        Raises InvalidInput or TurnConflict (a known uid with another text), and nothing is logged; or StoreError, and
        what was logged before it is pending.
        """
        moment = self._now(now)
        defaults = MessageDefaults(
            speaker=speaker,
            role=checked_role(role),
            said_at=moment if said_at is None else self._moment(said_at, "said_at"),
            session=session,
            agent=agent,
            uid=uid,
            used=used_turns(used),
            metadata=checked_metadata(metadata or {}),
            zone=self.engine.settings.zone,
        )
        return self._open.add(turns_from(content, defaults), moment, force=force)

    def remember_question(
        self, text: str, *, session: str = "default", speaker: str = "user", now: Moment | None = None
    ) -> Receipt:
        """Add a message to an agent before the agent runs, so that it is durable whatever becomes of the answer.

        A question that is repeated in one session is the same turn; a repeated statement is a new one. After the run,
        `remember_run` without `question` adds the answer. Exclude the turn from searches with `exclude`.
        """
        moment = self._now(now)
        turns = question_of(text, moment, session=session, speaker=speaker)
        return self.add(turns, session=session, now=moment)

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
        now: Moment | None = None,
    ) -> Receipt:
        """Add what an agent did: the question, the results of its external tools, and the answer.

        `run` is the output of an agent (`response` and `tool_calls`, as in LlamaIndex), a `Run`, or the text of an
        answer. The answer is inferred from what memory supplied: `used`, and the results of memory's own tools. Results
        of other tools are external, with their source; `kept` names the tools whose results are kept. The trace of
        thoughts is not read. Raises InvalidInput.
        """
        moment = self._now(now)
        turns = turns_of(
            self.store, run, moment, question=question, session=session, speaker=speaker, agent=agent, used=used, kept=kept
        )  # fmt: skip
        return self.add(turns, session=session, now=moment) if turns else Receipt()

    def flush(self, session: str | None = None, *, now: Moment | None = None) -> Receipt:
        """Extract all pending turns now, or those of one session.

        The receipt says what became of each. A turn that could not be extracted stays pending.
        """
        return self._open.flush(session, self._now(now))

    def retry(self, limit: int = 1000, *, now: Moment | None = None) -> Receipt:
        """Extract at most `limit` pending turns, in batches. The receipt says what became of each."""
        return remember.retry(self.engine, self.store, checked_limit(limit), self._now(now))

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
        does. For each of `questions` the result says from which turns it is answered before and after. `progress` is
        called with the number of turns done, and of all turns.

        Raises ConfigError when vectors would be lost for lack of a model, or when an interrupted rebuild had another
        model or extractor; ExtractionError or ModelError when a turn cannot be read.
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
        """Discard an interrupted rebuild; whether there was one."""
        return self.store.discard_generation()

    # Search

    def search(
        self,
        question: str,
        *,
        session: str | None = None,
        recent: Sequence[str] = (),
        exclude: Collection[str] = (),
        limit: int | None = None,
        filters: Filters | None = None,
        graph: bool = True,
        now: Moment | None = None,
    ) -> tuple[Hit, ...]:
        """The notes and turns that answer a question, best first, each with its reasons.

        At most `limit` hits; by default as many as the question needs. `graph=False` searches without the graph, to
        show what it adds. A greeting or an "okay" finds nothing. A question that continues a conversation ("and then?",
        "what about her?", "他呢？") is understood with the last turns of `session`, which costs one more read, or with
        `recent` texts, oldest first. `exclude` are uids of turns that are not to be found: a program that logs a message
        before it answers it excludes the message.
        """
        asked = self._question(question, session, recent, filters, now, exclude)
        return search.search(self._open, asked, limit=limit, graph=graph)

    def search_many(
        self,
        questions: Sequence[str],
        *,
        limit: int | None = None,
        filters: Filters | None = None,
        now: Moment | None = None,
    ) -> tuple[tuple[Hit, ...], ...]:
        """The hits of each question, in the order of the questions. See `search`."""
        moment = self._now(now)
        return tuple(
            self.search(question, limit=limit, filters=filters, now=moment) for question in questions
        )

    def context(
        self,
        question: str,
        *,
        budget: int | None = None,
        tokens: int | None = None,
        session: str | None = None,
        recent: Sequence[str] = (),
        exclude: Collection[str] = (),
        limit: int | None = None,
        filters: Filters | None = None,
        graph: bool = True,
        now: Moment | None = None,
    ) -> Context:
        """What is known about a question as text for a prompt, within `budget` tokens (`tokens` is a synonym).

        It holds as many of the best hits as fit, at most `limit`.
        """
        asked = self._question(question, session, recent, filters, now, exclude)
        size = tokens if budget is None else budget
        return search.context(self._open, asked, tokens=size, limit=limit, graph=graph)

    def knows(
        self,
        question: str,
        *,
        session: str | None = None,
        recent: Sequence[str] = (),
        exclude: Collection[str] = (),
        filters: Filters | None = None,
        graph: bool = True,
        now: Moment | None = None,
    ) -> Knowledge:
        """Whether memory can answer a question, with the reason and the best evidence.

        `if memory.knows("Where does Ada live?")` is true when it can. Otherwise `reason` says what is missing: a person
        of that name (`nobody`), the topic for a known person (`nothing_about`), the topic at all (`nothing`), or the
        period in question (`only_before`); `explanation` says it as a sentence.
        """
        asked = self._question(question, session, recent, filters, now, exclude)
        return search.knows(self._open, asked, graph=graph)

    def find(
        self,
        question: str,
        *,
        session: str | None = None,
        recent: Sequence[str] = (),
        exclude: Collection[str] = (),
        filters: Filters | None = None,
        graph: bool = True,
        now: Moment | None = None,
    ) -> Finding:
        """All that a search finds: the analysed question, and every signal of every candidate."""
        asked = self._question(question, session, recent, filters, now, exclude)
        return search.find(
            self._open, search.understand(self._open, asked), graph=graph, exclude=asked.exclude
        )

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
        now: Moment | None = None,
    ) -> ContextWindow:
        """Everything that an agent should see before it answers, as text within a budget of tokens.

        It holds the persona, the `last` messages of the session, what memory holds about the question, the last answer
        with its sources, the entities of the question with their facts, the most frequent and most recent entities, and
        the older messages by `strategy`: trim (left out), summarise (the most informative notes) or importance (the
        most important turns, verbatim). What does not fit stays in memory. Raises InvalidInput.
        """
        return context_window.context_window(
            self._open,
            self._question(question, session, (), filters, now, ()),
            session,
            persona=persona,
            tokens=tokens,
            last=last,
            strategy=strategy,
        )

    def check(
        self, expectations: "Expectations | str | Path", *, now: Moment | None = None
    ) -> "tuple[Checked, ...]":
        """Whether this memory meets the expectations of a file, and the cause of each failure, in the order of the file.

        docs/how-to/test-a-memory.md describes the format. Nothing is written. Raises InvalidInput for an invalid file.
        """
        from memgraph_core.quality.diagnosis import check  # imports pydantic, which no other verb needs

        return check(self, expectations, self._now(now), self.engine.settings.zone)

    def _question(
        self,
        text: str,
        session: str | None,
        recent: Sequence[str],
        filters: Filters | None,
        now: Moment | None,
        exclude: Collection[str],
    ) -> Question:
        return Question(
            text, session, tuple(recent), self._within(filters), self._now(now), frozenset(exclude)
        )

    # Correct, merge, undo

    def update(self, uid: str, text: str, *, reason: str = "", now: Moment | None = None) -> Updated:
        """Correct a note or a turn: it reads as `text` from now on. The original text is kept in the log.

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
        """Merge the entity called `name` into the one called `into`; the latter, as it is then.

        Of several entities of a name the most mentioned is taken. `split` undoes a merge, and a rebuild repeats it. The
        reason is kept with the change. Raises InvalidInput for an unknown name.
        """
        return merge.merge(self.engine, self.store, name, into, reason, self._now(now))

    def split(self, name: str, *, reason: str = "", now: Moment | None = None) -> Entity:
        """Undo the merge of the entity called `name` into another; that entity with its own records, as it is then.

        This also holds for merges by the engine, which does not repeat them. Raises InvalidInput when no entity of this
        name is merged into another.
        """
        return merge.split(self.engine, self.store, name, reason, self._now(now))

    def undo(self, change: str, *, reason: str = "", now: Moment | None = None) -> Change:
        """Undo a decision, by the uid that `changes` lists; the record of the undo. A rebuild repeats it.

        A fact that was ended holds again. A fact that was corrected holds as before, and the correcting one never held.
        Merged entities are split; split ones are merged. A text that was corrected reads as before. A note that a model
        revised has its former state. An undo is a decision, too, and can be undone.

        Raises InvalidInput for an unknown uid, and ChangeError, with the reason, for what cannot be undone: a forget, a
        decision that is undone already, or one that a later decision depends on, which must be undone first.
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
        everything: bool = False,
        lasting: bool = True,
    ) -> Forgotten:
        """Delete turns and everything derived from them alone. Give exactly one selection.

        An entity, by name, selects every turn that mentions it or was spoken by it; a note selects every turn that it
        was derived from, because it would be derived from them again. The result lists what was removed, and what
        stays because other turns support it.

        A salted hash of each turn remains, so that adding or importing it again does not restore it (see `add`); with
        `lasting=False` no hash remains. `everything` leaves no hashes: the namespace is as new, and an import of the same
        file adds all of it.
        """
        return forget.forget(
            self._open,
            turns=turns,
            notes=notes,
            session=session,
            speaker=speaker,
            entity=entity,
            everything=everything,
            lasting=lasting,
        )

    def forget_outdated(self, turns: Sequence[Turn]) -> Forgotten:
        """Before these chunks of documents are added: forget the chunks of earlier versions that they replace.

        A document is identified by its name, the session of its chunks. An unchanged document loses nothing. Raises
        InvalidInput, and forgets nothing, when the known document of a name looks like another document.
        """
        return forget.forget_outdated(self._open, turns)

    # Close

    def close(self) -> None:
        """Close the database.

        With a language model, pending turns that were added here are extracted first. A turn that cannot be extracted
        stays pending; the next `flush` extracts it.
        """
        self._open.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close(flush_open=error is None)  # after an error the program does not wait for a model
