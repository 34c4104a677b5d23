"""The verbs of `Memory` that search. They write nothing and call no model but the embedder.

`search` returns the hits, `context` quotes them, `knows` evaluates them, `explain_search` explains them, and
`context_window` combines a context with everything else that an agent should see.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Unpack

from memgraph_core.engine import context_window, search
from memgraph_core.engine.kinds import context_of_kinds, search_kinds
from memgraph_core.engine.search import Finding, Question
from memgraph_core.records.conformance import check_verbs
from memgraph_core.records.kinds import Kinds
from memgraph_core.records.local_time import local_times
from memgraph_core.records.scope import Scope, session_of
from memgraph_core.records.search import Context, Filters, Hit, Knowledge
from memgraph_core.remote.dispatch import remote_verbs
from memgraph_core.retrieve.context_window import ContextWindow, Strategy
from memgraph_core.verbs.inspection import Inspection, Moment


@check_verbs
@local_times
@remote_verbs
class Searching(Inspection):
    """Searching verbs on one namespace.

    `filters` are a `Filters` record, or its fields by name. `user_id`, `agent_id` and `run_id` restrict a search to the turns
    that were added with them. `exclude` are uids of turns, or of states of core blocks, to leave out: a program that logs a
    message before it answers it excludes the message. A question that continues a conversation ("and then?", "what about her?",
    "他呢？") is understood with the last turns of `session`, which costs one more read, or with `recent` texts, oldest
    first. `graph=False` searches without the graph, to show what it adds.
    """

    def search(
        self,
        question: str,
        *,
        session: str | None = None,
        recent: Sequence[str] = (),
        exclude: Collection[str] = (),
        limit: int | None = None,
        kinds: Kinds | None = None,
        filters: Filters | Mapping[str, object] | None = None,
        graph: bool = True,
        now: Moment | None = None,
        **scope: Unpack[Scope],
    ) -> tuple[Hit, ...]:
        """The notes and turns that answer a question, best first, each with its reasons.

        At most `limit` hits; by default as many as the question needs. For a summary or the order of events, the best hit of
        each session comes first, then the second best of each. A greeting or an "okay" finds nothing. With `kinds`, one
        search is made for each kind of memory, and the hits of the kinds alternate; a mapping has the maximum number of hits of
        each kind: `{"episodic": 4, "procedural": 2}`. "all" are all kinds but `vault`. Raises InvalidInput for an unknown kind.
        """
        asked = self._question(question, session, recent, filters, now, exclude, scope)
        if kinds is not None:
            return search_kinds(self._open, asked, kinds, limit=limit, graph=graph)
        return search.search(self._open, asked, limit=limit, graph=graph)

    def search_many(
        self,
        questions: Sequence[str],
        *,
        limit: int | None = None,
        filters: Filters | Mapping[str, object] | None = None,
        now: Moment | None = None,
        **scope: Unpack[Scope],
    ) -> tuple[tuple[Hit, ...], ...]:
        """The hits of each question, in the order of the questions. See `search`."""
        moment = self._now(now)
        return tuple(
            self.search(question, limit=limit, filters=filters, now=moment, **scope) for question in questions
        )

    def context(
        self,
        question: str,
        *,
        tokens: int | None = None,
        session: str | None = None,
        recent: Sequence[str] = (),
        exclude: Collection[str] = (),
        limit: int | None = None,
        kinds: Kinds | None = None,
        filters: Filters | Mapping[str, object] | None = None,
        graph: bool = True,
        now: Moment | None = None,
        **scope: Unpack[Scope],
    ) -> Context:
        """The hits of a search as text for a prompt, within `tokens`.

        It contains as many of the best hits as fit, at most `limit`. `kinds` as in `search`.
        """
        asked = self._question(question, session, recent, filters, now, exclude, scope)
        if kinds is not None:
            return context_of_kinds(self._open, asked, kinds, tokens=tokens, limit=limit, graph=graph)
        return search.context(self._open, asked, tokens=tokens, limit=limit, graph=graph)

    def knows(
        self,
        question: str,
        *,
        session: str | None = None,
        recent: Sequence[str] = (),
        exclude: Collection[str] = (),
        filters: Filters | Mapping[str, object] | None = None,
        graph: bool = True,
        now: Moment | None = None,
        **scope: Unpack[Scope],
    ) -> Knowledge:
        """Whether memory can answer a question, with the reason and the best evidence.

        `if memory.knows("Where does Ada live?")` is true when it can. Otherwise `reason` says what is missing: a person
        of that name (`nobody`), the topic for a known person (`nothing_about`), the topic at all (`nothing`), or the
        period in question (`only_before`); `explanation` says it as a sentence.
        """
        asked = self._question(question, session, recent, filters, now, exclude, scope)
        return search.knows(self._open, asked, graph=graph)

    def explain_search(
        self,
        question: str,
        *,
        session: str | None = None,
        recent: Sequence[str] = (),
        exclude: Collection[str] = (),
        filters: Filters | Mapping[str, object] | None = None,
        graph: bool = True,
        now: Moment | None = None,
        **scope: Unpack[Scope],
    ) -> Finding:
        """The details of a search: the analysed question, and every candidate with every signal."""
        asked = self._question(question, session, recent, filters, now, exclude, scope)
        return search.find(
            self._open,
            search.analyse_question(self._open, asked),
            graph=graph,
            exclude=asked.exclude,
            session=asked.session,
        )

    def context_window(
        self,
        question: str,
        *,
        session: str | None = None,
        persona: str = "",
        tokens: int | None = None,
        last: int = 6,
        strategy: Strategy = "summarise",
        kinds: Kinds | None = None,
        filters: Filters | Mapping[str, object] | None = None,
        now: Moment | None = None,
        **scope: Unpack[Scope],
    ) -> ContextWindow:
        """Everything that an agent should see before it answers, as text within a budget of tokens.

        It begins with a stable part, which the next windows of the session repeat byte for byte (`stable_tokens`). This part
        has the persona, the blocks of core memory, the older messages by `strategy`, the profile of the last user of the
        session, and at least the `last` messages. The blocks are those of all users and those of `user_id`; the default
        session is `default`. The memory context of the question follows, then the entities of the question with their facts,
        the most frequent and most recent entities, and the last answer with its sources. What does not fit stays in memory.

        `strategy` is `trim` (older messages are left out), `summarise` (the most informative notes of every 20 messages) or
        `importance` (the most important turns, verbatim; they depend on the question, so they follow the stable part). A
        `run_id` selects the session; it does not restrict what the window contains about the question. With filters or a
        user there are no entities, because entities come from all turns of the namespace. `kinds` are the kinds of memory of
        the memory context, with their maximum numbers, as in `search`. Raises InvalidInput, for example for an unknown
        strategy.
        """
        conversation = session_of(session, scope)
        scope.pop("run_id", None)
        return context_window.context_window(
            self._open,
            self._question(question, conversation, (), filters, now, (), scope),
            conversation,
            persona=persona,
            tokens=tokens,
            last=last,
            strategy=strategy,
            kinds=kinds,
        )

    def _question(
        self,
        text: str,
        session: str | None,
        recent: Sequence[str],
        filters: Filters | Mapping[str, object] | None,
        now: Moment | None,
        exclude: Collection[str],
        scope: Scope,
    ) -> Question:
        return Question(
            text, session, tuple(recent), self._within(filters, scope), self._now(now), frozenset(exclude)
        )
