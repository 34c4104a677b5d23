"""Extraction → draft: the notes to store, the texts to embed, and the snapshot to request before planning."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from memgraph_core.language.aliases import other_forms
from memgraph_core.language.names import name_key
from memgraph_core.plan.agent_generated import without_agent_claims
from memgraph_core.plan.ends import fact_lookups
from memgraph_core.plan.evolution import revisions_of
from memgraph_core.plan.index_text import terms_of_note, text_of_note
from memgraph_core.plan.windows import continuable_turns
from memgraph_core.records.extraction import ExtractedMention, ExtractedNote, Extraction, ExtractionWindow
from memgraph_core.records.graph import Note, Turn, uid_of
from memgraph_core.records.kinds import Vector
from memgraph_core.records.plan import NeighbourLookup, NoteRevision, SnapshotRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An extraction window with its extraction and its notes: the input of planning, besides the snapshot.

    The uids depend on the namespace and not on its generation. So a rebuild gives the same uids, and records that are
    equal in every other sort key keep their order.
    """

    namespace: str
    at: datetime  # time of the extraction; used where a turn has no `recorded_at`
    window: ExtractionWindow
    extraction: Extraction
    notes: tuple[Note, ...]
    passages: Mapping[str, Vector] = field(default_factory=dict[str, Vector])  # turn uid → vector
    revisions: tuple[NoteRevision, ...] = ()  # of candidates
    novelty_state: str | None = None  # of the novelty filter after this window; None: not filtered
    agent_mentions: tuple[ExtractedMention, ...] = ()  # mentions in agent-generated turns


def draft_of(window: ExtractionWindow, extraction: Extraction, namespace: str, at: datetime) -> Draft:
    """The draft, without vectors. The uid of a note depends only on namespace, turn, extractor and ordinal."""
    turns = {t.uid: t for t in window.turns}
    notes = tuple(_note(n, turns[n.turn], extraction, namespace, at) for n in extraction.notes)
    remaining, agent_mentions = without_agent_claims(extraction, window)
    return Draft(
        namespace=namespace,
        at=at,
        window=window,
        extraction=remaining,
        notes=notes,
        agent_mentions=agent_mentions,
        revisions=revisions_of(window, remaining, at),
    )


def note_uid(namespace: str, turn: str, extractor: str, ordinal: int) -> str:
    """The uid of a note, from its turn, its extractor and its position in the turn."""
    return uid_of(namespace, "note", turn, extractor, ordinal)


def texts_to_embed(draft: Draft) -> list[str]:
    """The texts to embed: one per note, then one per passage, then one per revision, in this order."""
    extra = draft.extraction.whole_window
    notes = [text_of_note(n.text, n.context, (*n.keywords, *n.tags) if extra else ()) for n in draft.notes]
    revisions = [text_of_note(r.text, r.context, (*r.keywords, *r.tags)) for r in draft.revisions]
    return notes + list(passages_of(draft.window).values()) + revisions


def with_vectors(draft: Draft, vectors: Sequence[Vector | None]) -> Draft:
    """The draft with the vectors of `texts_to_embed`. A vector is None if the model does not know the script."""
    count = len(draft.notes)
    rest = len(vectors) - len(draft.revisions)
    notes = tuple(replace(n, vector=v) for n, v in zip(draft.notes, vectors[:count], strict=True))
    passages = zip(passages_of(draft.window), vectors[count:rest], strict=True)
    revisions = tuple(replace(r, vector=v) for r, v in zip(draft.revisions, vectors[rest:], strict=True))
    return replace(
        draft,
        notes=notes,
        passages={uid: v for uid, v in passages if v is not None},
        revisions=revisions,
    )


def passages_of(window: ExtractionWindow) -> dict[str, str]:
    """Turn uid → passage, for each new turn of a person or document: the turn and the two before it in its session.

    The turn comes first, so that a model that truncates long texts truncates the preceding turns. Turns are selected by
    position: after forgetting, the turns within two positions are derived again, and no other passage may contain the
    forgotten text.
    """
    lines = {(t.session, t.position): _line(t) for t in (*window.preceding, *window.turns)}
    passages: dict[str, str] = {}
    for turn in (t for t in window.turns if not t.is_agent_generated):
        around: list[str] = []
        if not turn.is_document and turn.position is not None:
            positions = [(turn.session, turn.position - back) for back in (2, 1)]
            around = [lines[position] for position in positions if position in lines]
        passages[turn.uid] = "\n".join([_line(turn), *around])
    return passages


def snapshot_request(draft: Draft, neighbours: int = 10) -> SnapshotRequest:
    """The snapshot that planning this draft needs, with the given number of neighbours for each note."""
    extraction = draft.extraction
    names = set(names_in(draft)) | {alias.alias for alias in extraction.aliases}
    names |= {form for name in names for form in other_forms(name)}
    names |= {mention.name for mention in draft.agent_mentions}
    used = (uid for turn in draft.window.turns for uid in turn.used)
    return SnapshotRequest(
        name_keys=tuple(sorted({name_key(n) for n in names} - {""})),
        facts=fact_lookups(extraction),
        notes=tuple(NeighbourLookup(uid=n.uid, terms=n.terms, vector=n.vector) for n in draft.notes),
        neighbour_count=neighbours,
        supporting_turns=tuple(
            dict.fromkeys([*used, *(() if extraction.whole_window else continuable_turns(draft.window))])
        ),
        revision_counts=tuple(revision.note for revision in draft.revisions),
    )


def names_in(draft: Draft) -> list[str]:
    """Every name in the turns of people and documents, once for each use."""
    extraction = draft.extraction
    names = [t.speaker for t in draft.window.turns if t.speaker and not t.is_agent_generated]
    names += [m.name for m in extraction.mentions]
    names += [name for note in extraction.notes for name, _ in note.about]
    names += [name for fact in extraction.facts for name in (fact.subject, fact.object)]
    names += [end.subject for end in extraction.ends]
    return names + [alias.name for alias in extraction.aliases]


def _note(note: ExtractedNote, turn: Turn, extraction: Extraction, namespace: str, at: datetime) -> Note:
    extra = (*note.keywords, *note.tags) if extraction.whole_window else ()
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
    caption = f" [{turn.caption}]" if turn.caption else ""
    return f"{turn.speaker}: {turn.text}{caption}" if turn.speaker else f"{turn.text}{caption}"
