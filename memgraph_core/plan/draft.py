"""Extraction → draft: notes as they will be stored, and what must be embedded and known before planning."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from memgraph_core.language.aliases import other_forms
from memgraph_core.language.names import name_key
from memgraph_core.language.vocabulary import relation_of
from memgraph_core.plan.agent_generated import said_only
from memgraph_core.plan.evolution import revised_by
from memgraph_core.plan.index_text import terms_of_note, text_of_note
from memgraph_core.plan.windows import continuable_turns
from memgraph_core.records.extraction import ExtractedMention, ExtractedNote, Extraction, ExtractionWindow
from memgraph_core.records.graph import Note, Turn, uid_of
from memgraph_core.records.kinds import Vector
from memgraph_core.records.plan import FactLookup, NeighbourLookup, NoteRevision, SnapshotRequest
from memgraph_core.turns.structured import with_structured


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A window, what it says, and its notes: everything a plan needs from this side.

    uids are made from the namespace and not from its generation, so that a rebuild gives the same uids, and
    decides ties alike.
    """

    namespace: str
    at: datetime  # when it is read; what it tells was learnt when its turn was recorded
    window: ExtractionWindow
    extraction: Extraction
    notes: tuple[Note, ...]
    passages: Mapping[str, Vector] = field(default_factory=dict[str, Vector])  # turn uid → vector
    revised: tuple[NoteRevision, ...] = ()  # next states of candidates
    gate: str | None = None  # what the gate remembers after it; None: it was not asked
    asides: tuple[ExtractedMention, ...] = ()  # whom programs and pages name


def draft_of(window: ExtractionWindow, extraction: Extraction, namespace: str, at: datetime) -> Draft:
    """The draft without vectors. A note's uid depends on namespace, turn, extractor and ordinal alone."""
    turns = {t.uid: t for t in window.turns}
    extraction = with_structured(extraction, window)
    notes = tuple(_note(n, turns[n.turn], extraction, namespace, at) for n in extraction.notes)
    said, asides = said_only(extraction, window)
    return Draft(
        namespace=namespace,
        at=at,
        window=window,
        extraction=said,
        notes=notes,
        asides=asides,
        revised=revised_by(window, said, at),
    )


def note_uid(namespace: str, turn: str, extractor: str, ordinal: int) -> str:
    """The uid of the nth note that an extractor draws from a turn."""
    return uid_of(namespace, "note", turn, extractor, ordinal)


def texts_to_embed(draft: Draft) -> list[str]:
    """One text per note, then one per passage, then one per candidate with a new state: what the draft's vectors are made
    of, in this order.
    """
    extra = draft.extraction.jointly
    notes = [text_of_note(n.text, n.context, (*n.keywords, *n.tags) if extra else ()) for n in draft.notes]
    revised = [text_of_note(r.text, r.context, (*r.keywords, *r.tags)) for r in draft.revised]
    return notes + list(passages_of(draft.window).values()) + revised


def with_vectors(draft: Draft, vectors: Sequence[Vector | None]) -> Draft:
    """The draft with the vectors of `texts_to_embed`; None where the model cannot read the text."""
    count = len(draft.notes)
    rest = len(vectors) - len(draft.revised)
    notes = tuple(replace(n, vector=v) for n, v in zip(draft.notes, vectors[:count], strict=True))
    passages = zip(passages_of(draft.window), vectors[count:rest], strict=True)
    revised = tuple(replace(r, vector=v) for r, v in zip(draft.revised, vectors[rest:], strict=True))
    return replace(
        draft,
        notes=notes,
        passages={uid: v for uid, v in passages if v is not None},
        revised=revised,
    )


def passages_of(window: ExtractionWindow) -> dict[str, str]:
    """The passage of each new turn of a person or document: itself with the two before it in its session.

    The turn stands first, so that a model that cuts long texts cuts its surroundings. By position, because
    forgetting derives again what stands within two positions, and nothing else may have seen the forgotten.
    """
    lines = {(t.session, t.position): _line(t) for t in (*window.before, *window.turns)}
    passages: dict[str, str] = {}
    for turn in (t for t in window.turns if not t.is_agent_generated):
        around: list[str] = []
        if not turn.is_document and turn.position is not None:
            places = [(turn.session, turn.position - back) for back in (2, 1)]
            around = [lines[place] for place in places if place in lines]
        passages[turn.uid] = "\n".join([_line(turn), *around])
    return passages


def probe_of(draft: Draft, neighbours: int = 10) -> SnapshotRequest:
    """What the store must tell before this draft can be planned, with so many neighbours of each note."""
    extraction = draft.extraction
    names = set(names_in(draft)) | {same.alias for same in extraction.aliases}
    names |= {form for name in names for form in other_forms(name)}
    names |= {mention.name for mention in draft.asides}
    facts = {
        (name_key(f.subject), f.type, name_key(f.object), relation_of(f.type).single)
        for f in extraction.facts
    }
    used = (uid for turn in draft.window.turns for uid in turn.used)
    return SnapshotRequest(
        keys=tuple(sorted({name_key(n) for n in names} - {""})),
        facts=tuple(FactLookup(subject=s, type=t, object=o, single=one) for s, t, o, one in sorted(facts)),
        notes=tuple(NeighbourLookup(uid=n.uid, terms=n.terms, vector=n.vector) for n in draft.notes),
        neighbour_count=neighbours,
        supporting_turns=tuple(
            dict.fromkeys([*used, *(() if extraction.jointly else continuable_turns(draft.window))])
        ),
        revision_counts=tuple(revised.note for revised in draft.revised),
    )


def names_in(draft: Draft) -> list[str]:
    """Every name that people and documents of a draft speak of, as often as they do."""
    extraction = draft.extraction
    names = [t.speaker for t in draft.window.turns if t.speaker and not t.is_agent_generated]
    names += [m.name for m in extraction.mentions]
    names += [name for note in extraction.notes for name, _ in note.about]
    names += [name for fact in extraction.facts for name in (fact.subject, fact.object)]
    return names + [same.name for same in extraction.aliases]


def _note(note: ExtractedNote, turn: Turn, extraction: Extraction, namespace: str, at: datetime) -> Note:
    extra = (*note.keywords, *note.tags) if extraction.jointly else ()
    return Note(
        uid=note_uid(namespace, turn.uid, extraction.extractor, note.ordinal),
        text=note.text,
        turns=(turn.uid,),
        context=note.context,
        keywords=note.keywords,
        tags=note.tags,
        kind=note.kind,
        said_at=turn.said_at,
        recorded_at=turn.recorded_at or at,
        holds_from=note.holds_from,
        holds_until=note.holds_until,
        grain=note.grain,
        recurs=note.recurs,
        state="agent_generated" if turn.is_agent_generated else "active",
        trust=turn.trust,
        confidence=note.confidence,
        salience=note.salience,
        affect=note.affect,
        agent=turn.agent,
        language=note.language,
        extractor=note.extractor or extraction.extractor,
        terms=terms_of_note(note.text, note.context, turn.said_at, note.language, extra),
    )


def _line(turn: Turn) -> str:
    if turn.is_document:
        return f"{turn.session}. {turn.text}"
    shared = f" [{turn.caption}]" if turn.caption else ""
    return f"{turn.speaker}: {turn.text}{shared}" if turn.speaker else f"{turn.text}{shared}"
