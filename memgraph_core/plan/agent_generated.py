"""What programs and pages say: kept beside what people said, tied to what it rests on.

An agent's answer is mostly memory in other words, and what it adds nobody has said. So it states no fact, counts no
mention, makes no entity and leads nowhere: its notes have the state `aside`, which no search looks at, and its turns
are found by their own words in a channel of their own. What memory supplied cannot come back as new, and cannot support itself.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from memgraph_core.language.terms import terms_of
from memgraph_core.records.extraction import ExtractedMention, Extraction, ExtractionWindow
from memgraph_core.records.graph import Note, Support, Turn
from memgraph_core.records.plan import Neighbour, PlanningSnapshot
from memgraph_core.records.search import Hit
from memgraph_core.records.validation import checked_name

MOST = 3  # notes that one rests on
NEARNESS = 0.45  # cosine from which a note may be what another rests on; unrelated sentences stay below
SHARED = 0.2  # or so much of its terms, where there are no vectors


def used_turns(used: Iterable[Hit | str]) -> tuple[str, ...]:
    """The turns that hits rest on, and those named by uid, each once in their order."""
    uids = [uid for one in used for uid in ((one,) if isinstance(one, str) else one.turns)]
    return tuple(dict.fromkeys(checked_name(uid, "used turn") for uid in uids))


def said_only(
    extraction: Extraction, window: ExtractionWindow
) -> tuple[Extraction, tuple[ExtractedMention, ...]]:
    """The extraction without what programs and pages state, and whom they name. Their notes stay, about nobody."""
    asides = {turn.uid for turn in window.turns if turn.is_agent_generated}
    if not asides:
        return extraction, ()
    named = tuple(mention for mention in extraction.mentions if mention.turn in asides)
    said = replace(
        extraction,
        notes=tuple(replace(n, about=()) if n.turn in asides else n for n in extraction.notes),
        mentions=tuple(mention for mention in extraction.mentions if mention.turn not in asides),
        facts=tuple(fact for fact in extraction.facts if fact.turn not in asides),
        aliases=tuple(same for same in extraction.aliases if same.turn not in asides),
        links=tuple(link for link in extraction.links if link.turn not in asides),
        improvements=tuple(evolved for evolved in extraction.improvements if evolved.turn not in asides),
    )
    return said, named


def unsearched(note: Note) -> Note:
    """The note as it is stored: one of a program is found by no word and no meaning."""
    return replace(note, terms="", vector=None) if note.state == "agent_generated" else note


def supports_of(
    notes: Sequence[Note], turns: Sequence[Turn], named: Iterable[ExtractedMention], known: PlanningSnapshot
) -> tuple[Support, ...]:
    """What each note of a program rests on, if together that holds every name and number of it.

    Where the turn tells what it used, the notes of that; else the nearest said before. A claim with a name that none of
    them has rests on nothing: nobody has said it.
    """
    spoken = {turn.uid: turn for turn in turns}
    places = {turn.uid: place for place, turn in enumerate(turns)}
    found: list[Support] = []
    for note in (n for n in notes if n.state == "agent_generated"):
        turn = spoken[note.turns[0]]
        if turn.trust == "inferred":
            before = [n for n in notes if n.state == "active" and places[n.turns[0]] < places[turn.uid]]
            rests_on = _used(note, turn, known, before) or _close(note, known, before)
            held = {term for other in rests_on for term in other.terms.split()}
            if rests_on and _telling(note, turn, named) <= held:
                found += [Support(note.uid, other.uid) for other in rests_on]
    return tuple(sorted(found, key=lambda support: (support.note, support.by)))


def _used(note: Note, turn: Turn, known: PlanningSnapshot, before: Iterable[Note]) -> list[Neighbour]:
    """The notes of what the turn used that share a word with this one; all of them when none does."""
    used = {other.uid: other for uid in turn.used for other in known.supporting_notes.get(uid, ())}
    used |= {n.uid: Neighbour(uid=n.uid, terms=n.terms) for n in before if n.turns[0] in turn.used}
    own = set(note.terms.split())
    return [other for other in used.values() if own & set(other.terms.split())] or list(used.values())


def _close(note: Note, known: PlanningSnapshot, before: Iterable[Note]) -> list[Neighbour]:
    """The nearest notes, of those that are stored and of those read with it, that are near enough."""
    near = {
        other.uid: other for other in (*known.neighbours.get(note.uid, ()), *(_near(note, n) for n in before))
    }
    worth = {uid: _closeness(note, other) for uid, other in near.items()}
    close = sorted((uid for uid in near if worth[uid] >= 1.0), key=lambda uid: (-worth[uid], uid))
    return [near[uid] for uid in close[:MOST]]


def _near(note: Note, other: Note) -> Neighbour:
    similarity = None
    if note.vector is not None and other.vector is not None:
        similarity = float(note.vector @ other.vector)
    return Neighbour(uid=other.uid, terms=other.terms, similarity=similarity)


def _closeness(note: Note, other: Neighbour) -> float:
    """From 1 on it may be what the note rests on."""
    if other.similarity is not None:
        return other.similarity / NEARNESS
    own = set(note.terms.split())
    return len(own & set(other.terms.split())) / (SHARED * len(own)) if own else 0.0


def _telling(note: Note, turn: Turn, named: Iterable[ExtractedMention]) -> set[str]:
    """The terms of a note that cannot be other words for the same: its names, and its numbers."""
    words = note.text.removeprefix(f"{turn.speaker}: ")
    names = [m.name for m in named if m.turn == turn.uid and m.name in words and m.name != turn.speaker]
    telling = {term for name in names for term in terms_of(name)}
    return telling | {term for term in terms_of(words) if any(c.isdigit() for c in term)}
