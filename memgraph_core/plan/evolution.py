"""Revisions of older notes that a model understands better because of a new turn, and their Change records.

The text of a note stays the same; its context, keywords and tags are improved. Their length is limited, so that a note
does not grow with each revision.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime

from memgraph_core.plan.index_text import terms_of_note
from memgraph_core.records.changes import Change, ChangeState
from memgraph_core.records.extraction import Extraction, ExtractionWindow, NoteImprovement
from memgraph_core.records.graph import Note, Revision, Turn, uid_of
from memgraph_core.records.plan import NoteRevision

MAX_CONTEXT = 300  # characters; context lines of a window are seldom longer
MAX_WORDS = 10  # keywords, and as many tags
MAX_WORD_LENGTH = 40  # characters of a keyword or tag


def revisions_of(window: ExtractionWindow, extraction: Extraction, at: datetime) -> tuple[NoteRevision, ...]:
    """The revisions of candidates, without vectors, by uid of the note.

    Improvements of notes that are not candidates, and those that change nothing, are left out. If there are several
    improvements of one note, the one from the latest turn counts.
    """
    candidates = {note.uid: note for note in window.candidates if note.kind != "vault"}
    turns = {turn.uid: turn for turn in window.turns}
    order = {uid: index for index, uid in enumerate(turns)}
    valid = [each for each in extraction.improvements if each.note in candidates and each.turn in turns]
    revisions: dict[str, NoteRevision] = {}
    for each in sorted(valid, key=lambda each: order[each.turn]):
        revision = _revision(candidates[each.note], each, turns[each.turn], at)
        if _differs(revision, candidates[each.note]):
            revisions[each.note] = revision
    return tuple(revisions[uid] for uid in sorted(revisions))


def changes_of(
    revisions: Iterable[NoteRevision], numbers: Mapping[str, int], namespace: str
) -> tuple[Change, ...]:
    """One Change per revision, with uids and numbers but no memory text.

    `numbers` maps the uid of a note to the number of its present revision.
    """
    return tuple(
        Change(
            uid=uid_of(namespace, "evolve", each.note, numbers[each.note] + 1, each.turn),
            kind="evolve",
            by="engine",
            at=each.at,
            reason=f"turn {each.turn} explains this note",
            before=ChangeState(note=each.note, number=numbers[each.note]),
            after=ChangeState(note=each.note, number=numbers[each.note] + 1, turn=each.turn),
        )
        for each in revisions
    )


def restoring_revision(
    state: Revision, turn: str, language: str, said_at: datetime | None, at: datetime
) -> NoteRevision:
    """A revision that restores a former state of a note, without a vector. `turn` caused the revision that is undone."""
    extra = (*state.keywords, *state.tags)
    return NoteRevision(
        note=state.note,
        turn=turn,
        at=at,
        text=state.text,
        context=state.context,
        keywords=state.keywords,
        tags=state.tags,
        terms=terms_of_note(state.text, state.context, said_at, language, extra),
        language=language,
    )


def _revision(note: Note, improvement: NoteImprovement, turn: Turn, at: datetime) -> NoteRevision:
    context = _cut(improvement.context, MAX_CONTEXT)
    keywords, tags = _limited(improvement.keywords), _limited(improvement.tags)
    return NoteRevision(
        note=note.uid,
        turn=turn.uid,
        at=turn.recorded_at or at,
        text=note.text,
        context=context,
        keywords=keywords,
        tags=tags,
        terms=terms_of_note(note.text, context, note.said_at, note.language, (*keywords, *tags)),
        language=note.language,
    )


def _differs(revision: NoteRevision, note: Note) -> bool:
    return (revision.context, revision.keywords, revision.tags) != (note.context, note.keywords, note.tags)


def _limited(words: Iterable[str]) -> tuple[str, ...]:
    """The distinct words in their order, limited in number and length."""
    cut = (_cut(word, MAX_WORD_LENGTH) for word in words)
    return tuple(dict.fromkeys(word for word in cut if word))[:MAX_WORDS]


def _cut(text: str, length: int) -> str:
    """The text on one line, shortened to at most `length` characters."""
    line = " ".join(text.split())
    return line if len(line) <= length else f"{line[: length - 1]}…"
