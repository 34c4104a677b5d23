"""Candidates that a new turn lets a model understand better: their next states, within bounds, and the record of it.

What a note says stays; its context, keywords and tags are improved. Whatever a model writes there is cut, so that a
note that has evolved a hundred times is no longer than one that has five times.
"""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime

from memgraph_core.plan.index_text import terms_of_note
from memgraph_core.records.extraction import Extraction, ExtractionWindow, NoteImprovement
from memgraph_core.records.graph import Change, Note, Revision, Turn, uid_of
from memgraph_core.records.plan import NoteRevision

CONTEXT = 300  # characters; a window's context lines are seldom longer
WORDS = 10  # keywords, and as many tags
WORD = 40  # characters of one


def revised_by(window: ExtractionWindow, extraction: Extraction, at: datetime) -> tuple[NoteRevision, ...]:
    """The next states of candidates, without vectors, by uid. What is no candidate, or stays as it is, is left out.

    Of several improvements of one note the last counts, in the order of the turns that led to them.
    """
    candidates = {note.uid: note for note in window.candidates if note.kind != "vault"}
    turns = {turn.uid: turn for turn in window.turns}
    order = {uid: place for place, uid in enumerate(turns)}
    told = [each for each in extraction.improvements if each.note in candidates and each.turn in turns]
    found: dict[str, NoteRevision] = {}
    for each in sorted(told, key=lambda each: order[each.turn]):
        revised = _revised(candidates[each.note], each, turns[each.turn], at)
        if _differs(revised, candidates[each.note]):
            found[each.note] = revised
    return tuple(found[uid] for uid in sorted(found))


def changes_of(
    revised: Iterable[NoteRevision], states: Mapping[str, int], namespace: str
) -> tuple[Change, ...]:
    """One record for each new state, by its note: uids and numbers, no words. `states` has the numbers of the present."""
    return tuple(
        Change(
            uid=uid_of(namespace, "evolve", each.note, states[each.note] + 1, each.turn),
            kind="evolve",
            by="engine",
            at=each.at,
            reason=f"better understood through turn {each.turn}",
            before=json.dumps({"note": each.note, "number": states[each.note]}),
            after=json.dumps({"note": each.note, "number": states[each.note] + 1, "turn": each.turn}),
        )
        for each in revised
    )


def back_to(
    state: Revision, turn: str, language: str, said_at: datetime | None, at: datetime
) -> NoteRevision:
    """The next state of a note that is as a former one was, without a vector; `turn` led to the one that it takes back."""
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


def _revised(note: Note, evolved: NoteImprovement, turn: Turn, at: datetime) -> NoteRevision:
    context = _cut(evolved.context, CONTEXT)
    keywords, tags = _bounded(evolved.keywords), _bounded(evolved.tags)
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


def _differs(revised: NoteRevision, note: Note) -> bool:
    return (revised.context, revised.keywords, revised.tags) != (note.context, note.keywords, note.tags)


def _bounded(words: Iterable[str]) -> tuple[str, ...]:
    """Each once, in their order, not too many and none too long."""
    cut = (_cut(word, WORD) for word in words)
    return tuple(dict.fromkeys(word for word in cut if word))[:WORDS]


def _cut(text: str, most: int) -> str:
    """The text on one line; of one that is too long exactly so much, so that no two cuts differ in length."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"
