"""The facts of a draft: its statements change the stored facts in the order in which they were said; see `fact_rules`."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

from memgraph_core.language.counts import is_other_count, singular
from memgraph_core.language.lasting import ends_with_its_day
from memgraph_core.language.names import name_key
from memgraph_core.language.relating.date_changes import CHANGES_OF_DATES, DAY_REPLACED
from memgraph_core.language.support import support_of
from memgraph_core.language.vocabulary import relation_of
from memgraph_core.plan.date_changes import facts_rescheduled, is_new_day, is_same_event, plans_moved
from memgraph_core.plan.dependents import StatedFact, with_dependents_ended
from memgraph_core.plan.draft import Draft
from memgraph_core.plan.ends import facts_meant_by, object_that_ends
from memgraph_core.plan.fact_rules import with_all_ended, with_statement
from memgraph_core.plan.fact_update import FactUpdate, RejectedEnd, Statement
from memgraph_core.plan.mistakes import facts_mistaken, facts_stated_with
from memgraph_core.plan.planned_states import with_plans_followed, with_plans_fulfilled, with_plans_moved
from memgraph_core.plan.resolution import Resolved
from memgraph_core.records.changes import Change, ChangeState
from memgraph_core.records.extraction import ExtractedEnd, ExtractedFact, ExtractedNote
from memgraph_core.records.graph import Fact, Turn, uid_of
from memgraph_core.records.plan import Conflict, Invalidation, PlanningSnapshot
from memgraph_core.records.validation import EARLIEST

_LATELY = timedelta(days=60)  # a state that began within this time is the new one


def plan_facts(
    draft: Draft, resolved: Resolved, snapshot: PlanningSnapshot, rejected: Collection[RejectedEnd] = ()
) -> FactUpdate:
    """Apply the draft's statements to the stored facts. `rejected` are ends that people undid."""
    turns = {t.uid: t for t in draft.window.turns}
    names = _names(resolved, snapshot)
    merges = _Merges({merge.alias: merge.into for merge in resolved.merges})
    update = FactUpdate(facts={f.uid: merges.merged(f) for f in snapshot.facts}, rejected=rejected)
    ended, stated = list[_Ended](), _stated_by_turn(draft, resolved)
    notes = _notes_by_turn(draft)
    for item in _in_order(draft, turns):
        turn, before = turns[item.turn], update
        if isinstance(item, ExtractedEnd):
            own = (
                _stated_by(turn, update, notes[turn.uid])
                if item.type in CHANGES_OF_DATES
                else frozenset[str]()
            )
            facts = [
                fact
                for fact in _facts_meant(item, turn, update, resolved, names)
                if fact.uid not in own
                and not (_is_restated(fact, item, draft, resolved) or _has_arrived(fact, item, turn))
                and (item.type != DAY_REPLACED or is_same_event(item, fact, draft.extraction.facts))
            ]
            update = _with_facts_ended(update, facts, item, turn, draft, resolved)
            update = _with_plans_moved(update, item, turn, draft, resolved, names, own)
            ended += (_Ended(item, fact) for fact in facts)
        elif _has_two_entities(item, resolved) and not _is_ended_elsewhere(item, ended, update, resolved):
            statement = _statement(
                item, turn, update, draft, resolved, names, ended=ended, own=notes[turn.uid]
            )
            statement = replace(statement, fact=merges.merged(statement.fact))
            update = with_plans_fulfilled(with_statement(update, statement), statement, item.object, names)
        update = with_plans_followed(update, before, turn)
        update = with_dependents_ended(update, before, turn, names, stated.get(item.turn, ()))
    return replace(update, written={uid: merges.as_stated(fact) for uid, fact in update.written.items()})


def _names(resolved: Resolved, snapshot: PlanningSnapshot) -> Mapping[str, str]:
    """The name of each entity (uid) as it is written, whether it is stored or new."""
    stored = (entity for entities in snapshot.entities.values() for entity in entities)
    written = {entity.uid: entity.name for entity in (*resolved.entities, *stored)}
    return {uid: key for key, uid in resolved.by_key.items()} | written | dict(snapshot.object_names)


@dataclass(frozen=True, slots=True)
class _Merges:
    """The merges of a draft, so that facts are compared as they will be: "my husband Tom" confirms a marriage to "my husband".

    Stores keep the stated entity of a fact, because a merge can be undone.
    """

    into: Mapping[str, str]  # uid of an entity → uid of the entity that it is merged into
    stated: dict[str, Fact] = field(default_factory=dict[str, Fact])  # uid → the fact as it was stated

    def merged(self, fact: Fact) -> Fact:
        """A fact about the entities after the merges."""
        if fact.subject not in self.into and fact.object not in self.into:
            return fact
        self.stated[fact.uid] = fact
        subject, object_ = (self.into.get(uid, uid) for uid in (fact.subject, fact.object))
        return replace(fact, subject=subject, object=object_)

    def as_stated(self, fact: Fact) -> Fact:
        """A fact about the entities that its text names."""
        stated = self.stated.get(fact.uid)
        return fact if stated is None else replace(fact, subject=stated.subject, object=stated.object)


def _has_arrived(fact: Fact, end: ExtractedEnd, turn: Turn) -> bool:
    """Whether an end that says that another state has begun ("we moved today") means this fact as the new state.

    It does if the fact began lately, or was first stated after the end.
    """
    if not relation_of(end.type).arrives or turn.said_at is None:
        return False
    since = fact.holds_from
    if end.holds_until is not None and since is not None and since >= end.holds_until:
        return True
    began = fact.has_stated_start or support_of(fact.text, None, fact.text, since).begins
    return began and since is not None and abs(turn.said_at - since) <= _LATELY


@dataclass(frozen=True, slots=True)
class _Ended:
    """A fact that was ended, with the extracted end that means it."""

    end: ExtractedEnd
    fact: Fact


def _facts_meant(
    end: ExtractedEnd, turn: Turn, update: FactUpdate, resolved: Resolved, names: Mapping[str, str]
) -> list[Fact]:
    """The known facts that an end means; those of which the end is ahead are current. `names` is the name of each uid."""
    subject = resolved.uid(end.subject, end.turn)
    corrects = relation_of(end.type).corrects
    known = [
        replace(fact, holds_until=None) if corrects and ends_with_its_day(fact) else _as_current(fact, turn)
        for fact in update.facts.values()
    ]
    if end.type in CHANGES_OF_DATES:
        return facts_rescheduled(end, subject, known, names)
    find = facts_mistaken if corrects or end.type == "CHANGED_TO" else facts_meant_by
    meant = find(end, subject, known, names)
    if not meant and end.replacement and not corrects:
        return facts_stated_with(end, subject, known, names)
    return meant


def _with_facts_ended(
    update: FactUpdate, facts: Sequence[Fact], end: ExtractedEnd, turn: Turn, draft: Draft, resolved: Resolved
) -> FactUpdate:
    """The update with these facts ended, and with a fact for each that the end replaces."""
    at = turn.recorded_at or draft.at
    update = with_all_ended(
        update,
        facts,
        end.holds_until or turn.said_at or at,
        at=at,
        turn=turn.uid,
        dated=end.holds_until is not None,
        said_at=turn.said_at,
        corrects=relation_of(end.type).corrects,
    )
    for statement in _replacements(end, [update.facts[fact.uid] for fact in facts], turn, draft, resolved):
        update = with_statement(update, statement)
    return update


def _with_plans_moved(
    update: FactUpdate,
    end: ExtractedEnd,
    turn: Turn,
    draft: Draft,
    resolved: Resolved,
    names: Mapping[str, str],
    own: Collection[str],
) -> FactUpdate:
    """The update in which the plans with a day that an end moves have the day of its note. `own` are those that its turn states."""
    known = [_as_current(fact, turn) for fact in update.facts.values()]
    moved = plans_moved(end, resolved.uid(end.subject, end.turn), known, names)
    plans = [fact for fact in moved if fact.uid not in own and update.facts[fact.uid].holds_until is not None]
    if not plans:
        return update
    uid = draft.note_uid(end.turn, end.ordinal)
    return with_plans_moved(update, plans, turn, _note_of(end, draft), uid, draft.namespace)


def _statement(
    stated: ExtractedFact,
    turn: Turn,
    update: FactUpdate,
    draft: Draft,
    resolved: Resolved,
    names: Mapping[str, str],
    *,
    ended: Iterable[_Ended],
    own: Collection[str],
) -> Statement:
    """An extracted fact as a statement about entities, with the known facts that it replaces.

    `own` are the notes of its turn.
    """
    known, subject = _facts_before(turn, update), resolved.uid(stated.subject, stated.turn)
    object_ = object_that_ends(stated, subject, resolved.uid(stated.object, stated.turn), known, names)
    if _is_known_reversed(stated.type, subject, object_, known):
        subject, object_ = object_, subject
    key = (turn.uid, subject, stated.type)
    has_ended = any((each.end.turn, each.fact.subject, each.fact.type) == key for each in ended)
    former = _former(stated, subject, object_, known, names, is_change=not has_ended)
    return Statement(
        fact=_fact(stated, turn, draft, subject, object_),
        at=turn.recorded_at or draft.at,
        turn=turn.uid,
        said_at=turn.said_at,
        ended=stated.ended,
        denied=stated.denied,
        is_new=stated.is_new,
        corrects=stated.corrects,
        corrects_time=stated.corrects_time,
        former=former - _stated_by(turn, update, own),
        beside=_beside(stated, known, names),
    )


def _is_known_reversed(type_: str, subject: str, object_: str, known: Iterable[Fact]) -> bool:
    """Whether the current fact of a symmetric relation was stated the other way round: "Ann is dating Tom", "Tom left Ann"."""
    if not relation_of(type_).symmetric:
        return False
    current = {
        (fact.subject, fact.object) for fact in known if fact.type == type_ and fact.holds_until is None
    }
    return (object_, subject) in current and (subject, object_) not in current


def _beside(stated: ExtractedFact, known: Iterable[Fact], names: Mapping[str, str]) -> frozenset[str]:
    """The facts that a statement does not replace, because its object is only a kind of what they name.

    "I live in a flat" says nothing about the city.
    """
    if not _is_kind(stated.type, stated.object):
        return frozenset()
    return frozenset(
        fact.uid
        for fact in known
        if fact.type == stated.type and not _is_kind(fact.type, names.get(fact.object, ""))
    )


def _is_kind(type_: str, object_: str) -> bool:
    words = object_.split()
    return bool(words) and object_.islower() and singular(words[-1]) in relation_of(type_).kinds


def _is_ended_elsewhere(
    stated: ExtractedFact, ended: Iterable[_Ended], update: FactUpdate, resolved: Resolved
) -> bool:
    """Whether an extracted fact with an end only repeats an end of its turn.

    True if the turn has ended a fact of another relation with the same names, and no fact of this relation is known:
    我辞了班长 ends a post, not an employment.
    """
    subject = resolved.uid(stated.subject, stated.turn)
    if any(is_new_day(stated, each.end) and each.fact.subject != subject for each in ended):
        return True  # the event of the former day has this day
    names = (stated.turn, stated.subject, stated.object)
    ends = (each.end for each in ended if each.end.object)
    if not stated.ended or not any((end.turn, end.subject, end.object) == names for end in ends):
        return False
    key = (subject, stated.type, resolved.uid(stated.object, stated.turn))
    return not any((fact.subject, fact.type, fact.object) == key for fact in update.facts.values())


def _former(
    stated: ExtractedFact,
    subject: str,
    object_: str,
    known: Iterable[Fact],
    names: Mapping[str, str],
    *,
    is_change: bool,
) -> frozenset[str]:
    """The facts that a statement replaces: a former count or value, or the only current fact, if it states a change.

    `is_change`: the turn did not end a fact of this relation itself.
    """
    related = [fact for fact in known if (fact.subject, fact.type) == (subject, stated.type)]
    current = [fact for fact in related if fact.holds_until is None and fact.object != object_]
    if stated.is_change and is_change and len(current) == 1:
        return frozenset((current[0].uid,))
    if not stated.is_total:
        return frozenset()
    return frozenset(
        fact.uid
        for fact in related
        if relation_of(fact.type).literal or is_other_count(stated.object, names.get(fact.object, ""))
    )


def _notes_by_turn(draft: Draft) -> Mapping[str, set[str]]:
    """Turn (uid) → the uids of its notes."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for note in draft.notes:
        for turn in note.turns:
            found[turn].add(note.uid)
    return found


def _stated_by(turn: Turn, update: FactUpdate, own: Collection[str]) -> frozenset[str]:
    """The facts that this turn added: the first note of each is one of its `own`. Other turns of the draft have the same time."""
    return frozenset(
        uid
        for uid, fact in update.written.items()
        if fact.recorded_at == turn.recorded_at and fact.notes and fact.notes[0] in own
    )


def _facts_before(turn: Turn, update: FactUpdate) -> list[Fact]:
    """The facts before the turn: without the ends that it states, and without those that are ahead."""
    return [
        replace(fact, holds_until=None) if (fact.uid, turn.uid) in update.ends else _as_current(fact, turn)
        for fact in update.facts.values()
    ]


def _as_current(fact: Fact, turn: Turn) -> Fact:
    """The fact without an end that is ahead of a turn, such as that of a plan with a day. It is current until then."""
    is_ahead = fact.holds_until is not None and turn.said_at is not None and fact.holds_until > turn.said_at
    return replace(fact, holds_until=None) if is_ahead and not fact.never_held else fact


def _replacements(
    end: ExtractedEnd, ended: Iterable[Fact], turn: Turn, draft: Draft, resolved: Resolved
) -> Iterator[Statement]:
    """One statement for each ended fact, with the new object that the end names."""
    if not name_key(end.replacement):
        return
    object_, text = resolved.uid(end.replacement, end.turn), _note_of(end, draft).text
    for fact in ended:
        stated = ExtractedFact(
            turn=end.turn,
            ordinal=end.ordinal,
            subject=end.subject,
            type=fact.type,
            object=end.replacement,
            text=text,
            holds_from=end.holds_until and fact.holds_until,
        )
        new = _fact(stated, turn, draft, fact.subject, object_)
        if object_ not in (fact.object, fact.subject) and not _is_restated(new, end, draft, resolved):
            yield Statement(fact=new, at=new.recorded_at or draft.at, turn=turn.uid, said_at=turn.said_at)


def _note_of(end: ExtractedEnd, draft: Draft) -> ExtractedNote:
    """The note that states an end."""
    return next(n for n in draft.extraction.notes if (n.turn, n.ordinal) == (end.turn, end.ordinal))


def _stated_by_turn(draft: Draft, resolved: Resolved) -> Mapping[str, set[StatedFact]]:
    """Turn (uid) → the facts that it says hold."""
    stated: defaultdict[str, set[StatedFact]] = defaultdict(set)
    for fact in draft.extraction.facts:
        if not (fact.ended or fact.denied) and name_key(fact.subject) and name_key(fact.object):
            stated[fact.turn].add(
                (resolved.uid(fact.subject, fact.turn), fact.type, resolved.uid(fact.object, fact.turn))
            )
    return stated


def _is_restated(fact: Fact, end: ExtractedEnd, draft: Draft, resolved: Resolved) -> bool:
    """Whether the turn of an end also says that the fact holds."""
    return any(
        stated.turn == end.turn
        and stated.type == fact.type
        and not (stated.ended or stated.denied)
        and (resolved.uid(stated.subject, stated.turn), resolved.uid(stated.object, stated.turn))
        == (fact.subject, fact.object)
        for stated in draft.extraction.facts
    )


def _has_two_entities(item: ExtractedFact, resolved: Resolved) -> bool:
    """Whether the subject and the object are two different entities."""
    keys = (name_key(item.subject), name_key(item.object))
    return all(keys) and resolved.uid(item.subject, item.turn) != resolved.uid(item.object, item.turn)


def _in_order(draft: Draft, turns: Mapping[str, Turn]) -> list[ExtractedEnd | ExtractedFact]:
    """The ends and the facts of a draft by the time of their turns; in a turn the ends come first."""
    items: list[ExtractedEnd | ExtractedFact] = [*draft.extraction.ends, *draft.extraction.facts]
    return sorted(items, key=lambda item: turns[item.turn].at or EARLIEST)


def changes_of(update: FactUpdate, namespace: str) -> tuple[Change, ...]:
    """One Change per invalidation and per conflict."""
    ends = (invalidation_change(end, update.facts[end.fact], namespace) for end in update.invalidations)
    conflicts = (_conflict_change(conflict, namespace) for conflict in update.sorted_conflicts)
    return (*ends, *conflicts)


def invalidation_change(invalidation: Invalidation, fact: Fact, namespace: str) -> Change:
    """The Change for an invalidation.

    It contains subject, type and object, so that it can be undone even after a rebuild with another extractor.
    """
    newer, until = invalidation.superseded_by, invalidation.holds_until
    return Change(
        uid=uid_of(namespace, "close", invalidation.fact, newer, invalidation.turn, until.isoformat()),
        kind="correct" if invalidation.corrects else "supersede" if newer else "end",
        by="engine",
        at=invalidation.retired_at,
        reason=invalidation.reason,
        before=ChangeState(fact=fact.uid, subject=fact.subject, type=fact.type, object=fact.object),
        after=ChangeState(fact=fact.uid, holds_until=until, by=newer, turn=invalidation.turn),
    )


def _conflict_change(conflict: Conflict, namespace: str) -> Change:
    a, b = conflict.a, conflict.b
    return Change(
        uid=uid_of(namespace, "conflict", a, b),
        kind="conflict",
        by="engine",
        at=conflict.at,
        reason=conflict.reason,
        after=ChangeState(facts=(a, b)),
    )


def _fact(extracted: ExtractedFact, turn: Turn, draft: Draft, subject: str, object_: str) -> Fact:
    """The record of an extracted fact. If the text gives no time, the fact holds from the time when it was said.

    A fact of a fixed relation, such as a birthday, has no start. A date that is the object of a fact is not its start.
    """
    note = draft.note_uid(extracted.turn, extracted.ordinal)
    relation = relation_of(extracted.type)
    timed = not (relation.fixed or relation.is_value)
    since = (extracted.holds_from if timed else None) or turn.said_at
    return Fact(
        uid=uid_of(draft.namespace, "fact", subject, extracted.type, object_, note),
        subject=subject,
        type=extracted.type,
        object=object_,
        text=extracted.text,
        notes=(note,),
        holds_from=None if relation.fixed else since,
        holds_until=extracted.holds_until if timed else None,
        grain=extracted.grain if timed else None,
        recorded_at=turn.recorded_at or draft.at,
        trust=turn.trust,
        confidence=extracted.confidence,
    )
