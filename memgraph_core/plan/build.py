"""Draft + known → WritePlan: every judgement of remembering, in one pure function."""

from memgraph_core.language.names import name_key
from memgraph_core.plan import evolution as evolve
from memgraph_core.plan.agent_generated import supports_of, unsearched
from memgraph_core.plan.draft import Draft, note_uid
from memgraph_core.plan.facts import changes_of, plan_facts
from memgraph_core.plan.links import ties_of
from memgraph_core.plan.merging import merge_change
from memgraph_core.plan.name_sources import namings_of
from memgraph_core.plan.resolution import Resolved, resolve
from memgraph_core.plan.similarity import similar_of
from memgraph_core.plan.undo import kept_facts, kept_notes
from memgraph_core.records.graph import About, Change, Mention
from memgraph_core.records.plan import PlanningSnapshot, TurnUpdate, WritePlan


def plan_writes(draft: Draft, known: PlanningSnapshot) -> WritePlan:
    """What the draft changes in a graph that is as `known` says. Rows are sorted by their keys."""
    resolved = resolve(draft, known)
    ledger = plan_facts(draft, resolved, known.facts, kept_facts(known.user_decisions))
    left = kept_notes(known.user_decisions)
    revised = tuple(  # some may be forgotten by now
        each
        for each in draft.revised
        if each.note in known.revision_counts and (each.note, each.turn) not in left
    )
    return WritePlan(
        space=known.space,
        version=known.version,
        at=draft.at,
        turns=_turns(draft, resolved),
        notes=tuple(sorted(map(unsearched, draft.notes), key=lambda n: n.uid)),
        entities=resolved.entities,
        names=resolved.names,
        name_sources=namings_of(draft),
        mentions=_mentions(draft, resolved) + _asides(draft, known),
        abouts=_abouts(draft, resolved),
        facts=tuple(ledger.written[uid] for uid in sorted(ledger.written)),
        invalidations=ledger.closings,
        conflicts=tuple(sorted(ledger.conflicts.values(), key=lambda c: (c.a, c.b))),
        similar=similar_of([n for n in draft.notes if n.state == "active"], dict(known.neighbours)),
        supports=supports_of(draft.notes, draft.window.turns, draft.asides, known),
        links=ties_of(draft, known),
        revisions=revised,
        merges=resolved.merges,
        changes=changes_of(ledger, draft.namespace)
        + _merges_told(draft, resolved)
        + evolve.changes_of(revised, known.revision_counts, draft.namespace),
        novelty_state=draft.gate,
        calls=draft.extraction.calls,
    )


def _merges_told(draft: Draft, resolved: Resolved) -> tuple[Change, ...]:
    """One record per merge: uids and times, no words."""
    learnt = {turn.uid: turn.recorded_at for turn in draft.window.turns}
    return tuple(
        merge_change(merge, draft.namespace, at=learnt.get(merge.turn or "") or draft.at, by="engine")
        for merge in resolved.merges
    )


def _turns(draft: Draft, resolved: Resolved) -> tuple[TurnUpdate, ...]:
    saw = _seen(draft) if draft.extraction.jointly else {}
    updates = (
        TurnUpdate(
            uid=turn.uid,
            state="skipped" if turn.uid in draft.extraction.skipped else "extracted",
            speaker=None if turn.is_agent_generated else resolved.by_key.get(name_key(turn.speaker or "")),
            vector=draft.passages.get(turn.uid),
            context_span=saw.get(turn.session),
        )
        for turn in draft.window.turns
    )
    return tuple(sorted(updates, key=lambda u: u.uid))


def _seen(draft: Draft) -> dict[str, tuple[int, int]]:
    """The first and the last position of each session in the window, what is only read as context included."""
    places: dict[str, list[int]] = {}
    for turn in (*draft.window.before, *draft.window.turns):
        places.setdefault(turn.session, []).append(turn.position or 0)
    return {session: (min(of), max(of)) for session, of in places.items()}


def _mentions(draft: Draft, resolved: Resolved) -> tuple[Mention, ...]:
    """Each entity once per turn; being named wins over being referred to."""
    times = {t.uid: t.at or draft.at for t in draft.window.turns}
    found: dict[tuple[str, str], Mention] = {}
    for mention in draft.extraction.mentions:
        entity = resolved.by_key.get(name_key(mention.name))
        if entity is None:
            continue
        pair = (mention.turn, entity)
        if pair not in found or mention.how == "named":
            found[pair] = Mention(mention.turn, entity, times[mention.turn], mention.how)
    return tuple(found[pair] for pair in sorted(found))


def _asides(draft: Draft, known: PlanningSnapshot) -> tuple[Mention, ...]:
    """Whom programs and pages name, of those that somebody has spoken of: counted nowhere, but forgotten with them."""
    times = {t.uid: t.at or draft.at for t in draft.window.turns}
    pairs = {
        (mention.turn, found[0].uid)
        for mention in draft.asides
        if (found := known.entities.get(name_key(mention.name)))
    }
    return tuple(Mention(turn, entity, times[turn], "agent_generated") for turn, entity in sorted(pairs))


def _abouts(draft: Draft, resolved: Resolved) -> tuple[About, ...]:
    """Each entity once per note, in the first role it is given: subject and object tell more than topic."""
    rank = {"subject": 0, "object": 1, "title": 2, "topic": 3, "speaker": 4}
    found: dict[tuple[str, str], About] = {}
    for note in draft.extraction.notes:
        uid = note_uid(draft.namespace, note.turn, draft.extraction.extractor, note.ordinal)
        for name, role in sorted(note.about, key=lambda pair: rank.get(pair[1], 9)):
            if entity := resolved.by_key.get(name_key(name)):
                found.setdefault((uid, entity), About(uid, entity, role))
    return tuple(found[pair] for pair in sorted(found))
