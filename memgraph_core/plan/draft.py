"""Extraction → draft: the notes to store, the texts to embed, and the snapshot to request before planning."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

import numpy as np

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

# Weights of turns in the vector of a passage: the turn, the turn before it, the turn two before it.
_LINE_WEIGHTS = (1.0, 0.5, 0.3)
# Characters of an agent-generated turn in a passage: about as many as MiniLM reads. Its first sentences say what it is about.
_MAX_GENERATED = 1200


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

    def note_uid(self, turn: str, ordinal: int) -> str:
        """The uid of an extracted note, from its turn and its position in the turn."""
        return note_uid(self.namespace, turn, self.extraction.extractor, ordinal)

    def sensitive_turns(self) -> frozenset[str]:
        """The turns (uid) with a sensitive note. Nothing is quoted from them."""
        return frozenset(turn for note in self.notes if note.kind == "vault" for turn in note.turns)

    def turns_by_position(self) -> dict[tuple[str, int | None], Turn]:
        """Session and position → the turn, of the window and of the turns before it."""
        turns = (*self.window.preceding, *self.window.turns)
        return {(turn.session, turn.position): turn for turn in turns}


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
    """The texts of the notes (not those of long answers), of the lines of passages, and of the revisions; each once."""
    lines = (line for passage in passages_of(draft.window).values() for line in passage)
    long = _long_answers(draft.window)
    notes = (_text_of(note, draft) for note in draft.notes if note.turns[0] not in long)
    return list(dict.fromkeys([*notes, *lines, *map(_text_of_revision, draft.revisions)]))


def with_vectors(draft: Draft, vectors: Mapping[str, Vector | None]) -> Draft:
    """The draft with the vector of each text of `texts_to_embed`. It is None if the model does not know the script."""
    long = _long_answers(draft.window)
    passages = {
        turn: _vector_of_passage([vectors[line] for line in passage])
        for turn, passage in passages_of(draft.window).items()
    }
    return replace(
        draft,
        notes=tuple(
            note if note.turns[0] in long else replace(note, vector=vectors[_text_of(note, draft)])
            for note in draft.notes
        ),
        passages={turn: vector for turn, vector in passages.items() if vector is not None},
        revisions=tuple(replace(each, vector=vectors[_text_of_revision(each)]) for each in draft.revisions),
    )


def _long_answers(window: ExtractionWindow) -> set[str]:
    """The agent-generated turns (uid) that are longer than their passage.

    Their notes are not embedded: search never finds these notes, and their words are enough to find their supporting notes.
    """
    return {turn.uid for turn in window.turns if turn.is_agent_generated and len(turn.text) > _MAX_GENERATED}


def passages_of(window: ExtractionWindow) -> dict[str, list[str]]:
    """Turn uid → the lines of its passage, for each new turn: the turn, then up to two before it.

    So the passage of an answer contains what it answers. The turn before it comes second. Turns are selected by
    position: after forgetting, the turns within two positions are derived again, and no other passage may contain the
    forgotten text.
    """
    lines = {(t.session, t.position): _line(t) for t in (*window.preceding, *window.turns)}
    passages: dict[str, list[str]] = {}
    for turn in window.turns:
        before: list[str] = []
        if not turn.is_document and turn.position is not None:
            positions = [(turn.session, turn.position - back) for back in (1, 2)]
            before = [lines[position] for position in positions if position in lines]
        passages[turn.uid] = [_line(turn), *before]
    return passages


def _vector_of_passage(lines: Sequence[Vector | None]) -> Vector | None:
    """The unit vector of the weighted sum of the lines. It needs no call of the model besides that for each turn.

    None if the model does not know the script of the turn.
    """
    if lines[0] is None:
        return None
    weighted = [weight * line for weight, line in zip(_LINE_WEIGHTS, lines, strict=False) if line is not None]
    total = np.sum(weighted, axis=0)
    length = np.linalg.norm(total) or 1.0  # a text without a word may have no direction
    return (total / length).astype(np.float32)


def _text_of(note: Note, draft: Draft) -> str:
    """The text to embed. Keywords and tags count only if a model wrote them."""
    extra = (*note.keywords, *note.tags) if draft.extraction.whole_window else ()
    return text_of_note(note.text, note.context, extra)


def _text_of_revision(revision: NoteRevision) -> str:
    return text_of_note(revision.text, revision.context, (*revision.keywords, *revision.tags))


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
    names += [name for end in extraction.ends for name in (end.subject, end.replacement)]
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
    text = turn.text[:_MAX_GENERATED] if turn.is_agent_generated else turn.text
    if turn.is_document:
        return f"{turn.session}. {text}"
    caption = f" [{turn.caption}]" if turn.caption else ""
    return f"{turn.speaker}: {text}{caption}" if turn.speaker else f"{text}{caption}"
