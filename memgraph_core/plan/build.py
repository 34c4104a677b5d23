"""Draft + planning snapshot → WritePlan: one pure function makes every decision of a write."""

from memgraph_core.language.names import name_key
from memgraph_core.plan import evolution
from memgraph_core.plan.agent_generated import supports_of, without_index
from memgraph_core.plan.draft import Draft
from memgraph_core.plan.facts import changes_of, plan_facts
from memgraph_core.plan.jobs import job_requests
from memgraph_core.plan.links import links_of
from memgraph_core.plan.merging import merge_change
from memgraph_core.plan.moved_days import with_days_of_events
from memgraph_core.plan.name_sources import name_sources_of
from memgraph_core.plan.questions import QuestionRows, question_rows
from memgraph_core.plan.resolution import Resolved, resolve
from memgraph_core.plan.similarity import similar_of
from memgraph_core.plan.style_requests import style_notes
from memgraph_core.plan.undo import kept_facts, kept_notes
from memgraph_core.records.changes import Change
from memgraph_core.records.graph import About, Link, Mention, Note
from memgraph_core.records.grouping import grouped
from memgraph_core.records.plan import NoteRevision, PlanningSnapshot, TurnUpdate, WritePlan


def plan_writes(draft: Draft, snapshot: PlanningSnapshot) -> WritePlan:
    """The changes that the draft makes to the graph of the snapshot. Rows are sorted by their keys."""
    draft = with_days_of_events(draft, snapshot)
    resolved = resolve(draft, snapshot)
    update = plan_facts(draft, resolved, snapshot, kept_facts(snapshot.user_decisions))
    questions = question_rows(draft, resolved.by_key)
    revisions = _revisions(draft, snapshot)
    return WritePlan(
        space=snapshot.space,
        version=snapshot.version,
        at=draft.at,
        turns=_turns(draft, resolved),
        notes=_notes(draft, questions),
        entities=resolved.entities,
        names=resolved.names,
        name_sources=name_sources_of(draft, {key for key, known in snapshot.entities.items() if known}),
        mentions=_mentions(draft, resolved) + _agent_mentions(draft, snapshot),
        abouts=_abouts(draft, resolved, questions),
        facts=update.written_facts,
        invalidations=update.invalidations,
        withdrawals=tuple(sorted(update.withdrawals, key=lambda each: (each.fact, each.superseded_by or ""))),
        conflicts=update.sorted_conflicts,
        similar=similar_of([n for n in draft.notes if n.state == "active"], dict(snapshot.neighbours)),
        supports=supports_of(draft.notes, draft.window.turns, draft.agent_mentions, snapshot),
        links=_links(draft, snapshot, questions),
        revisions=revisions,
        merges=resolved.merges,
        changes=changes_of(update, draft.namespace)
        + _merge_changes(draft, resolved)
        + evolution.changes_of(revisions, snapshot.revision_counts, draft.namespace),
        novelty_state=draft.novelty_state,
        calls=draft.extraction.calls,
        jobs=job_requests(draft, snapshot.version),
    )


def _revisions(draft: Draft, snapshot: PlanningSnapshot) -> tuple[NoteRevision, ...]:
    """The revisions of notes that still exist, without those that a person undid."""
    undone = kept_notes(snapshot.user_decisions)
    return tuple(
        each
        for each in draft.revisions
        if each.note in snapshot.revision_counts  # else it was forgotten after it was read
        and (each.note, each.turn) not in undone
    )


def _notes(draft: Draft, questions: QuestionRows) -> tuple[Note, ...]:
    """The notes of the draft, with stored questions and requests about the style."""
    notes = (*map(without_index, draft.notes), *questions.notes, *style_notes(draft))
    return tuple(sorted(notes, key=lambda note: note.uid))


def _links(draft: Draft, snapshot: PlanningSnapshot, questions: QuestionRows) -> tuple[Link, ...]:
    """The links between notes, with those from answers to stored questions."""
    links = (*links_of(draft, snapshot), *questions.links)
    return tuple(sorted(links, key=lambda link: (link.a, link.b, link.reason)))


def _merge_changes(draft: Draft, resolved: Resolved) -> tuple[Change, ...]:
    """One Change per merge, with uids and times but no memory text."""
    recorded = {turn.uid: turn.recorded_at for turn in draft.window.turns}
    return tuple(
        merge_change(merge, draft.namespace, at=recorded.get(merge.turn or "") or draft.at, by="engine")
        for merge in resolved.merges
    )


def _turns(draft: Draft, resolved: Resolved) -> tuple[TurnUpdate, ...]:
    spans = _context_spans(draft) if draft.extraction.whole_window else {}
    updates = (
        TurnUpdate(
            uid=turn.uid,
            state="skipped" if turn.uid in draft.extraction.skipped else "extracted",
            speaker=None if turn.is_agent_generated else resolved.find(turn.speaker or "", turn.uid),
            vector=draft.passages.get(turn.uid),
            context_span=spans.get(turn.session),
        )
        for turn in draft.window.turns
    )
    return tuple(sorted(updates, key=lambda u: u.uid))


def _context_spans(draft: Draft) -> dict[str, tuple[int, int]]:
    """Session → first and last position in the window, context turns included."""
    turns = (*draft.window.preceding, *draft.window.turns)
    positions = grouped((turn.session, turn.position or 0) for turn in turns)
    return {session: (min(numbers), max(numbers)) for session, numbers in positions.items()}


def _mentions(draft: Draft, resolved: Resolved) -> tuple[Mention, ...]:
    """Each entity once per turn; a mention by name has precedence over a reference."""
    times = {t.uid: t.at or draft.at for t in draft.window.turns}
    mentions: dict[tuple[str, str], Mention] = {}
    for mention in draft.extraction.mentions:
        entity = resolved.find(mention.name, mention.turn)
        if entity is None:
            continue
        pair = (mention.turn, entity)
        if pair not in mentions or mention.how == "named":
            mentions[pair] = Mention(mention.turn, entity, times[mention.turn], mention.how)
    return tuple(mentions[pair] for pair in sorted(mentions))


def _agent_mentions(draft: Draft, snapshot: PlanningSnapshot) -> tuple[Mention, ...]:
    """Mentions of stored entities in agent-generated turns. They are not counted; they are needed to forget entities."""
    times = {t.uid: t.at or draft.at for t in draft.window.turns}
    pairs = {
        (mention.turn, known_entities[0].uid)
        for mention in draft.agent_mentions
        if (known_entities := snapshot.entities.get(name_key(mention.name)))
    }
    return tuple(Mention(turn, entity, times[turn], "agent_generated") for turn, entity in sorted(pairs))


def _abouts(draft: Draft, resolved: Resolved, questions: QuestionRows) -> tuple[About, ...]:
    """Each entity once per note, in its most specific role; also for stored questions."""
    rank = {"subject": 0, "object": 1, "title": 2, "topic": 3, "speaker": 4}
    abouts: dict[tuple[str, str], About] = {}
    for note in draft.extraction.notes:
        uid = draft.note_uid(note.turn, note.ordinal)
        for name, role in sorted(note.about, key=lambda pair: rank.get(pair[1], 9)):
            if entity := resolved.find(name, note.turn):
                abouts.setdefault((uid, entity), About(uid, entity, role))
    return tuple(sorted((*abouts.values(), *questions.abouts), key=lambda about: (about.note, about.entity)))
