"""The difference between the abstractions that the notes support and the stored ones, as rows of write plans."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime

from memgraph_core.config import RetentionSettings
from memgraph_core.consolidate import archiving
from memgraph_core.consolidate.abstractions import Draft
from memgraph_core.consolidate.decisions import ARCHIVE, CONSOLIDATE, Decisions
from memgraph_core.consolidate.episodes import Extracts, episodes_in
from memgraph_core.consolidate.habits import habits_in
from memgraph_core.consolidate.insights import insights_in
from memgraph_core.consolidate.insights_about import MAX_DEPTH, insights_about
from memgraph_core.consolidate.material import Material
from memgraph_core.consolidate.matters import SpokenMatters
from memgraph_core.consolidate.occurrences import Occurrence
from memgraph_core.consolidate.relations import relations_in
from memgraph_core.consolidate.runs import PRESETS, PresetName
from memgraph_core.consolidate.themes import themes_in
from memgraph_core.consolidate.validation import duplicates, problem_with
from memgraph_core.language.derived_text import question_of, sentence_of
from memgraph_core.language.pack import pack_of
from memgraph_core.language.terms import terms_of
from memgraph_core.plan.index_text import terms_of_note
from memgraph_core.records.changes import Change, ChangeState
from memgraph_core.records.consolidation import CITED, EXCEPTION, ConsolidationStep
from memgraph_core.records.graph import CONSOLIDATION, About, Abstracts, Link, Note, uid_of
from memgraph_core.records.kinds import NoteState
from memgraph_core.records.plan import StateChange, WritePlan

_USUAL = 0.2  # share of the instances of a habit that contain a word by which it is found


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """The stored abstractions, and the states of all notes."""

    abstractions: Mapping[str, Note] = field(default_factory=dict[str, Note])
    instances: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    exceptions: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    # Insight → the insights that it cites.
    cites: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    states: Mapping[str, NoteState] = field(default_factory=dict[str, NoteState])


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """An abstraction that passed validation."""

    uid: str
    draft: Draft
    text: str
    archivable: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """One step, with the rows that carry it out and the notes that these depend on."""

    step: ConsolidationStep
    proposal: Proposal | None = None  # if the abstraction is created or revised
    depends_on: tuple[str, ...] = ()  # uids of notes that must be unchanged when it is written
    notes: tuple[Note, ...] = ()
    abouts: tuple[About, ...] = ()
    abstracts: tuple[Abstracts, ...] = ()
    abstracts_removed: tuple[Abstracts, ...] = ()
    links: tuple[Link, ...] = ()
    links_removed: tuple[Link, ...] = ()
    states: tuple[StateChange, ...] = ()
    changes: tuple[Change, ...] = ()


def proposals(
    material: Material,
    occurrences: Iterable[Occurrence],
    preset: PresetName,
    retention: RetentionSettings,
    now: datetime,
    removed: Set[str] = frozenset(),
) -> tuple[list[Proposal], Counter[str]]:
    """The abstractions that the material supports, by uid, and the number of the rejected ones by reason.

    No insight is about one of those that people have removed (uids).
    """
    rejected: Counter[str] = Counter()
    valid: dict[str, tuple[Draft, str]] = {}
    habits = habits_in(occurrences, material, PRESETS[preset])
    habitual = {uid for habit in habits for uid in habit.instances}
    spoken, extracts = SpokenMatters.of(material), Extracts(material)
    episodes = episodes_in(spoken, material, habitual, extracts)
    drafts = (
        *habits,
        *relations_in(material),
        *episodes,
        *insights_in(spoken, material),
        *themes_in(spoken, material, habitual, extracts, episodes),
    )
    _add_valid(drafts, valid, material, rejected)
    for depth in range(2, MAX_DEPTH + 1):
        insights = [
            draft for uid, (draft, _) in valid.items() if draft.kind == "insight" and uid not in removed
        ]
        _add_valid(insights_about(insights, depth, material), valid, material, rejected)
    found = [
        Proposal(
            uid=uid,
            draft=draft,
            text=text,
            archivable=archiving.archivable(draft, text, material, retention, now),
        )
        for uid, (draft, text) in sorted(valid.items())
    ]
    return found, rejected


def _add_valid(
    drafts: Iterable[Draft], valid: dict[str, tuple[Draft, str]], material: Material, rejected: Counter[str]
) -> None:
    """Add the drafts that pass validation and repeat no other one, with their texts. The others are counted."""
    for draft in drafts:
        if (reason := problem_with(draft, material)) is not None:
            rejected[reason] += 1
        else:
            text = sentence_of(draft.derived, pack_of(draft.language).derived_text)
            valid[draft.uid] = draft, text
    repeated = duplicates({uid: (draft.subject, draft.user, text) for uid, (draft, text) in valid.items()})
    rejected.update("duplicate" for _ in repeated)
    for uid in repeated:
        del valid[uid]


def differences(
    proposed: Sequence[Proposal],
    stored: Stored,
    decisions: Decisions,
    material: Material,
    *,
    preset: PresetName,
    namespace: str,
    version: int,
    now: datetime,
    asks_model: bool = False,
) -> list[Rows]:
    """What must be written so that the proposals are the abstractions in use; nothing if they are already.

    With `asks_model` this includes the abstractions for whose wording no model was asked yet.
    """
    wanted = [proposal for proposal in proposed if proposal.uid not in decisions.retired]
    exceptions = {uid for proposal in wanted for uid in proposal.draft.exceptions}
    keeps = exceptions | decisions.restored
    archived = {
        uid
        for proposal in wanted
        if proposal.uid not in decisions.kept_active
        for uid in proposal.archivable
        if uid not in keeps
    }
    changed = _Changed(stored, archived | decisions.archived, preset, namespace, version, now, asks_model)
    rows = [changed.proposal(proposal, material) for proposal in wanted]
    in_use = {proposal.uid for proposal in wanted} | decisions.retired
    rows += [changed.retired(uid) for uid in sorted(set(stored.abstractions) - in_use)]
    return sorted(filter(None, rows), key=lambda each: each.step.abstraction)


def wording_tag(sentence: str) -> str:
    """The tag of an abstraction for whose wording a model was asked. It identifies the sentence of the template."""
    return f"wording:{uid_of('wording', sentence)[:8]}"


@dataclass(frozen=True, slots=True)
class _Edges:
    """The notes (uids) with edges to an abstraction."""

    instances: frozenset[str]
    exceptions: frozenset[str]
    cites: frozenset[str]  # insights that an insight cites

    @classmethod
    def of(cls, draft: Draft) -> "_Edges":
        return cls(frozenset(draft.instances), frozenset(draft.exceptions), frozenset(draft.cites))

    @classmethod
    def stored(cls, stored: Stored, uid: str) -> "_Edges":
        none = frozenset[str]()
        return cls(
            stored.instances.get(uid, none), stored.exceptions.get(uid, none), stored.cites.get(uid, none)
        )

    def abstracts_without(self, other: "_Edges", uid: str) -> tuple[Abstracts, ...]:
        """The edges from the abstraction `uid` to the instances that `other` does not have."""
        return tuple(Abstracts(uid, each) for each in sorted(self.instances - other.instances))

    def links_without(self, other: "_Edges", uid: str) -> tuple[Link, ...]:
        """The links to the abstraction `uid` that `other` does not have."""
        return (
            *(Link(each, uid, EXCEPTION) for each in sorted(self.exceptions - other.exceptions)),
            *(Link(each, uid, CITED) for each in sorted(self.cites - other.cites)),
        )


@dataclass(frozen=True, slots=True)
class _Changed:
    stored: Stored
    archived: set[str] | frozenset[str]  # the notes to archive
    preset: PresetName
    namespace: str
    version: int
    now: datetime
    asks_model: bool  # for the wording of each abstraction

    def proposal(self, proposal: Proposal, material: Material) -> Rows | None:
        """The rows that create or revise an abstraction and set the states of its instances; None if nothing changes."""
        draft, uid = proposal.draft, proposal.uid
        former, before, edges = (
            self.stored.abstractions.get(uid),
            _Edges.stored(self.stored, uid),
            _Edges.of(draft),
        )
        states = self._states(sorted(edges.instances | before.instances | edges.exceptions))
        is_same = (
            former is not None
            and former.state == "abstraction"
            and self._states_the_same(former, proposal)
            and before == edges
        )
        if is_same and not states:
            return None
        step = ConsolidationStep(
            action="archived" if is_same else "created" if former is None else "revised",
            abstraction=uid,
            before=former.text if former else None,
            after=proposal.text,
            instances=len(edges.instances),
            archived=tuple(each.note for each in states if each.state == "archived"),
            restored=tuple(each.note for each in states if each.state == "active"),
        )
        return Rows(
            step=step,
            proposal=None if is_same else proposal,
            depends_on=(*draft.instances, *draft.exceptions, *draft.cites),
            notes=() if is_same else (_note(proposal, material, self.now),),
            abouts=() if is_same else _abouts(uid, draft),
            abstracts=edges.abstracts_without(before, uid),
            abstracts_removed=before.abstracts_without(edges, uid),
            links=edges.links_without(before, uid),
            links_removed=before.links_without(edges, uid),
            states=states,
            changes=self._changes(step, draft, len(before.instances)),
        )

    def _changes(self, step: ConsolidationStep, draft: Draft, before: int) -> tuple[Change, ...]:
        """The Changes of a step: that of the abstraction, which had `before` instances, and that of the archived notes."""
        uid, changes = step.abstraction, list[Change]()
        if step.action != "archived":
            changes.append(self._change(CONSOLIDATE, uid, draft.kind, before, step.instances))
        if step.archived:
            reason = "represented by an abstraction"
            changes.append(self._change(ARCHIVE, uid, reason, None, len(step.archived)))
        return tuple(changes)

    def _states_the_same(self, former: Note, proposal: Proposal) -> bool:
        """Whether a stored abstraction states what is proposed, in the words of the template or of a model."""
        is_worded = wording_tag(proposal.text) in former.tags
        return is_worded or (former.text == proposal.text and not self.asks_model)

    def retired(self, uid: str) -> Rows | None:
        """The rows that retire an abstraction which nothing supports any more; None if it is retired already."""
        former, before = self.stored.abstractions[uid], self.stored.instances.get(uid, frozenset())
        if former.state == "retired":
            return None
        states = self._states(sorted(before))
        restored = tuple(each.note for each in states if each.state == "active")
        step = ConsolidationStep(action="retired", abstraction=uid, before=former.text, restored=restored)
        change = self._change(CONSOLIDATE, uid, "no longer supported", len(before), 0)
        return Rows(
            step=step, depends_on=(uid,), states=(StateChange(uid, "retired"), *states), changes=(change,)
        )

    def _states(self, notes: Iterable[str]) -> tuple[StateChange, ...]:
        """The states of notes that must change. Agent-generated notes keep theirs."""
        wanted: dict[str, NoteState] = {
            uid: "archived" if uid in self.archived else "active" for uid in notes
        }
        present = self.stored.states
        return tuple(
            StateChange(uid, state)
            for uid, state in wanted.items()
            if present.get(uid) in ("active", "archived") and present[uid] != state
        )

    def _change(self, kind: str, uid: str, reason: str, before: int | None, after: int) -> Change:
        return Change(
            uid=uid_of(self.namespace, kind, uid, self.version, after),
            kind=kind,
            by="engine",
            at=self.now,
            reason=reason,
            before=ChangeState(note=uid, count=before),
            after=ChangeState(note=uid, count=after, preset=self.preset if kind == CONSOLIDATE else None),
        )


def _note(proposal: Proposal, material: Material, now: datetime) -> Note:
    draft = proposal.draft
    sources = {draft.instances[0]: material.notes[draft.instances[0]]}
    question = question_of(draft.derived, pack_of(draft.language).derived_text)
    return Note(
        uid=proposal.uid,
        text=proposal.text,
        context=question,
        turns=tuple(turn for note in sources.values() for turn in note.turns[:1]),
        tags=(draft.kind,),
        kind="insight" if draft.kind == "insight" else "semantic",
        said_at=draft.last,
        recorded_at=now,
        holds_from=draft.first,
        recurs=draft.recurs,
        state="abstraction",
        language=draft.language,
        extractor=CONSOLIDATION,
        terms=terms_of_note(proposal.text, question, None, draft.language, _usual_words(draft, material)),
    )


def _usual_words(draft: Draft, material: Material) -> list[str]:
    """The terms that many notes of a habit contain, sorted: "took the tram to work" makes a habit found by "work"."""
    if draft.kind != "habit":
        return []
    counts = Counter(term for uid in draft.instances for term in set(terms_of(material.notes[uid].text)))
    return sorted(term for term, count in counts.items() if count >= _USUAL * len(draft.instances))


def _abouts(uid: str, draft: Draft) -> tuple[About, ...]:
    return (
        About(uid, draft.subject, "subject"),
        *(About(uid, each, "object") for each in draft.about if each != draft.subject),
    )


def plan_of(
    rows: Sequence[Rows],
    current: Mapping[str, Note],
    material: Material,
    with_vectors: Callable[[Sequence[Note]], Sequence[Note]],
    *,
    decided: Set[str] = frozenset(),
    space: str,
    version: int,
    at: datetime,
) -> tuple[WritePlan, tuple[Rows, ...]]:
    """The write plan of several steps, and the steps that it contains.

    `current` are the notes that the steps depend on, as they are now, and `decided` the notes that people have decided
    about since the material was read. A step is left out if one of its notes has changed or is among them: the next
    consolidation considers it again.
    """
    usable = tuple(each for each in rows if _is_current(each, current, material, decided))
    plan = WritePlan(
        space=space,
        version=version,
        at=at,
        notes=tuple(with_vectors([note for each in usable for note in each.notes])),
        abouts=tuple(row for each in usable for row in each.abouts),
        abstracts=tuple(row for each in usable for row in each.abstracts),
        abstracts_removed=tuple(row for each in usable for row in each.abstracts_removed),
        links=tuple(row for each in usable for row in each.links),
        links_removed=tuple(row for each in usable for row in each.links_removed),
        states=tuple({row.note: row for each in usable for row in each.states}.values()),
        changes=tuple(row for each in usable for row in each.changes),
    )
    return plan, usable


def _is_current(rows: Rows, current: Mapping[str, Note], material: Material, decided: Set[str]) -> bool:
    if decided & {rows.step.abstraction, *(each.note for each in rows.states)}:
        return False
    cites = frozenset(rows.proposal.draft.cites) if rows.proposal else frozenset[str]()
    return all(
        uid in current
        and (uid not in material.notes or _is_same(current[uid], material.notes[uid]))
        and (uid not in cites or current[uid].state == "abstraction")
        for uid in rows.depends_on
    )


def _is_same(one: Note, other: Note) -> bool:
    """Whether two states of a note are the same for consolidation. `state` is not compared: another step may have changed it."""
    return (one.text, one.kind, one.trust) == (other.text, other.kind, other.trust)
