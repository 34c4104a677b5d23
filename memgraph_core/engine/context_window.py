"""The context window: what an agent sees before it answers, read for one question in one session."""

from collections.abc import Sequence
from dataclasses import replace

from memgraph_core.engine.core import core
from memgraph_core.engine.kinds import context_of_kinds
from memgraph_core.engine.listing import list_turns
from memgraph_core.engine.namespace import OpenNamespace
from memgraph_core.engine.relationship import style
from memgraph_core.engine.search import Question, analyse_question, context
from memgraph_core.engine.summaries import summarise
from memgraph_core.engine.views import facts_profile
from memgraph_core.language.lasting import is_ended
from memgraph_core.records.graph import Entity, Fact, Turn
from memgraph_core.records.inspect import EntityQuery
from memgraph_core.records.kinds import Kinds
from memgraph_core.records.local_time import in_zone
from memgraph_core.records.scope import user_of
from memgraph_core.records.search import Context, Filters, Query
from memgraph_core.records.summaries import SUMMARY_TOKENS
from memgraph_core.records.validation import checked_choice
from memgraph_core.retrieve.context_window import (
    PROFILE,
    STYLE_TOKENS,
    ContextWindow,
    Conversation,
    Strategy,
    WindowMaterial,
    build_context_window,
    conversation_of,
)
from memgraph_core.store.contract import Store

_FORMER_TURNS = 20  # newest turns before the session, among which the former session is looked for
_SESSION_TURNS = 200  # last turns of the session that are read
_QUESTION_ENTITIES = 3  # entities of the question that are shown with their facts
_FACTS_SHOWN = 5  # facts of each of these entities
_FACTS_READ = 100  # facts read per entity, from which the shown ones are selected
_OTHER_ENTITIES = 5  # the most frequent entities, and as many of the most recent ones


def context_window(
    namespace: OpenNamespace,
    question: Question,
    session: str,
    *,
    persona: str,
    tokens: int | None,
    last: int,
    strategy: Strategy,
    kinds: Kinds | None = None,
) -> ContextWindow:
    """The context window for a question. See `Memory.context_window`."""
    checked_choice(strategy, Strategy, "strategy")
    budget = namespace.engine.settings.context.window if tokens is None else tokens
    store = namespace.store
    blocks = core(store, user_of(question.filters))
    turns = in_zone(store.conversation(session, _SESSION_TURNS), namespace.zone)
    conversation = conversation_of(turns, tokens=budget, last=last, persona=persona, core=blocks)
    quoted = frozenset(turn.uid for turn in conversation.quoted)
    shown = quoted | {block.uid for block in blocks}  # they are in the window already
    others = replace(question, exclude=question.exclude | shown)
    memory = _memory(namespace, others, kinds, budget // 2)
    answer = next((turn for turn in reversed(turns) if turn.role == "assistant"), None)
    includes_former = strategy == "summarise" and kinds in (None, "all")  # its notes are of all kinds
    restricted = question.filters not in (None, Filters())  # entities and their facts cannot be filtered
    material = WindowMaterial(
        question=question.text,
        persona=persona,
        core=blocks,
        style=_style(namespace, question, conversation),
        profile=_profile(namespace, question, conversation, int(PROFILE * budget)),
        former=_former(namespace, question, session, turns) if includes_former else (),
        conversation=conversation,
        notes=store.notes_of([turn.uid for turn in conversation.older]),
        memory=memory.text if memory.hits else "",
        answer=answer,
        sources=store.turns(answer.used) if answer else (),
        named=[] if restricted else _entities_with_facts(store, analyse_question(namespace, question)),
        frequent=() if restricted else store.entities(EntityQuery(limit=_OTHER_ENTITIES)),
        recent=() if restricted else store.entities(EntityQuery(limit=_OTHER_ENTITIES, order="recent")),
    )
    return build_context_window(in_zone(material, namespace.zone), tokens=budget, strategy=strategy)


def _memory(namespace: OpenNamespace, question: Question, kinds: Kinds | None, tokens: int) -> Context:
    """The context of the question: of one search of all notes, or of these kinds."""
    if kinds is None:
        return context(namespace, question, tokens=tokens)
    return context_of_kinds(namespace, question, kinds, tokens=tokens, limit=None, graph=True)


def _former(
    namespace: OpenNamespace, question: Question, session: str, turns: Sequence[Turn]
) -> Sequence[str]:
    """The lines of the summary of the session before this one, among the turns that pass the filters; empty if there is none.

    It does not depend on the question, and changes only when turns are added to the former session. A session with earlier turns
    than those of the window has its own summaries instead.
    """
    filters = question.filters or Filters()
    if filters.session is not None or filters.not_of_turns or (turns and turns[0].position):
        return ()
    began = min((turn.at for turn in turns if turn.at is not None), default=question.now)
    before = replace(filters, until=began)
    newest = list_turns(namespace.store, before, "newest", _FORMER_TURNS, None).items
    former = next((turn.session for turn in newest if turn.session != session and not turn.is_document), None)
    if former is None:
        return ()
    return summarise(namespace.store, replace(filters, session=former), SUMMARY_TOKENS, namespace.zone).lines


def _style(namespace: OpenNamespace, question: Question, conversation: Conversation) -> str:
    """How the last user of the session wants answers, from the turns before the messages that the window quotes."""
    said, filters = _last_user(conversation), question.filters or Filters()
    if said is None or question.now is None or filters.not_of_turns:
        return ""
    first = conversation.quoted[0] if conversation.quoted else said
    until = question.now if first.at is None else min(first.at, question.now)
    found = style(namespace.store, said.speaker, until, filters)
    return in_zone(found, namespace.zone).text(STYLE_TOKENS)


def _last_user(conversation: Conversation) -> Turn | None:
    """The last turn of a named user in the session."""
    turns = [*conversation.older, *conversation.quoted]
    return next((turn for turn in reversed(turns) if turn.role == "user" and turn.speaker), None)


def _profile(namespace: OpenNamespace, question: Question, conversation: Conversation, tokens: int) -> str:
    """The profile of the last user of the session, from the turns before the messages that the window quotes.

    Empty if there is no such user, or if a filter does not select turns.
    """
    said, filters = _last_user(conversation), question.filters or Filters()
    if said is None or said.speaker is None or question.now is None or filters.not_of_turns:
        return ""
    first = conversation.quoted[0] if conversation.quoted else said
    notes = namespace.store.notes_of([turn.uid for turn in conversation.quoted])
    found = facts_profile(
        namespace.store,
        said.speaker,
        question.now,
        first.recorded_at,
        filters,
        without={note.uid for note in notes},
        zone=namespace.zone,
    )
    return found.text(tokens) if found is not None and found.lines else ""


def _entities_with_facts(store: Store, query: Query) -> list[tuple[Entity, tuple[Fact, ...]]]:
    """The entities that the question names, each with its most relevant facts."""
    if not query.name_keys:
        return []
    entities = store.entities(EntityQuery(name_keys=query.name_keys, limit=_QUESTION_ENTITIES))
    return [(entity, _most_relevant(store.facts(entity.uid, _FACTS_READ), query)) for entity in entities]


def _most_relevant(facts: Sequence[Fact], query: Query) -> tuple[Fact, ...]:
    """The facts to show: first those of the relation that the question asks for, then current ones, then the newest."""

    def sort_key(fact: Fact) -> tuple[bool, bool, float]:
        since = fact.holds_from or fact.recorded_at
        return (
            fact.type not in query.relations,
            is_ended(fact),
            -since.timestamp() if since else 0.0,
        )

    by_text: dict[str, Fact] = {}  # of several facts from one sentence only the first is shown
    for fact in sorted(facts, key=sort_key):
        by_text.setdefault(fact.text, fact)
    return tuple(by_text.values())[:_FACTS_SHOWN]
