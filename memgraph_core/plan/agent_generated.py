"""Agent-generated notes: stored with their supporting notes, and separate from people's statements.

An agent's answer mostly repeats memory, and no person asserted what it adds. So it states no fact, counts no mention and
creates no entity. Its notes have the state `agent_generated`, which every search excludes. Its turns are found by their own
terms, and for a request about the agent's work by their passage, in a separate channel. So text that memory supplied cannot
become new knowledge and cannot support itself.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from memgraph_core.language.terms import terms_of
from memgraph_core.records.extraction import ExtractedMention, Extraction, ExtractionWindow
from memgraph_core.records.graph import Note, Support, Turn
from memgraph_core.records.plan import Neighbour, PlanningSnapshot
from memgraph_core.records.representation import without_speaker
from memgraph_core.records.search import Hit
from memgraph_core.records.validation import checked_name

MAX_SUPPORTS = 3  # supporting notes of one note
MIN_SIMILARITY = 0.45  # cosine from which a note may support another; unrelated sentences stay below
MIN_SHARED_TERMS = 0.2  # share of a note's terms that a supporting note must have, if there are no vectors


def used_turns(used: Iterable[Hit | str]) -> tuple[str, ...]:
    """The uids of the source turns of hits, and the given turn uids, each once, in the given order."""
    uids = [uid for one in used for uid in ((one,) if isinstance(one, str) else one.turns)]
    return tuple(dict.fromkeys(checked_name(uid, "used turn") for uid in uids))


def without_agent_claims(
    extraction: Extraction, window: ExtractionWindow
) -> tuple[Extraction, tuple[ExtractedMention, ...]]:
    """The extraction without claims of agent-generated turns, and the mentions of these turns.

    The notes of these turns stay, without ABOUT edges.
    """
    agent_turns = {turn.uid for turn in window.turns if turn.is_agent_generated}
    if not agent_turns:
        return extraction, ()
    mentions = tuple(mention for mention in extraction.mentions if mention.turn in agent_turns)
    remaining = replace(
        extraction,
        notes=tuple(replace(n, about=()) if n.turn in agent_turns else n for n in extraction.notes),
        mentions=tuple(mention for mention in extraction.mentions if mention.turn not in agent_turns),
        facts=tuple(fact for fact in extraction.facts if fact.turn not in agent_turns),
        ends=tuple(end for end in extraction.ends if end.turn not in agent_turns),
        aliases=tuple(alias for alias in extraction.aliases if alias.turn not in agent_turns),
        links=tuple(link for link in extraction.links if link.turn not in agent_turns),
        improvements=tuple(each for each in extraction.improvements if each.turn not in agent_turns),
    )
    return remaining, mentions


def without_index(note: Note) -> Note:
    """The note as it is stored: an agent-generated one has no terms and no vector, so that no search finds it."""
    return replace(note, terms="", vector=None) if note.state == "agent_generated" else note


def supports_of(
    notes: Sequence[Note],
    turns: Sequence[Turn],
    mentions: Iterable[ExtractedMention],
    snapshot: PlanningSnapshot,
) -> tuple[Support, ...]:
    """The supporting notes of each agent-generated note, sorted by note and supporting note.

    If the turn lists the turns that it used, notes of those turns support it, else the nearest earlier notes. A note has
    no support if one of its names or numbers occurs in none of the supporting notes.
    """
    by_uid = {turn.uid: turn for turn in turns}
    order = {turn.uid: index for index, turn in enumerate(turns)}
    supports: list[Support] = []
    for note in (n for n in notes if n.state == "agent_generated"):
        turn = by_uid[note.turns[0]]
        if turn.trust == "inferred":
            earlier = [n for n in notes if n.state == "active" and order[n.turns[0]] < order[turn.uid]]
            supporting = _used(note, turn, snapshot, earlier) or _nearest(note, snapshot, earlier)
            supported_terms = {term for other in supporting for term in other.terms.split()}
            if supporting and _distinctive_terms(note, turn, mentions) <= supported_terms:
                supports += [Support(note.uid, other.uid) for other in supporting]
    return tuple(sorted(supports, key=lambda support: (support.note, support.by)))


def _used(note: Note, turn: Turn, snapshot: PlanningSnapshot, earlier: Iterable[Note]) -> list[Neighbour]:
    """The notes of the used turns that share a term with the note; all of them if none does."""
    used = {other.uid: other for uid in turn.used for other in snapshot.supporting_notes.get(uid, ())}
    used |= {n.uid: Neighbour(uid=n.uid, terms=n.terms) for n in earlier if n.turns[0] in turn.used}
    own = set(note.terms.split())
    return [other for other in used.values() if own & set(other.terms.split())] or list(used.values())


def _nearest(note: Note, snapshot: PlanningSnapshot, earlier: Iterable[Note]) -> list[Neighbour]:
    """The most similar notes, stored or of the same window, with at least the minimum similarity; best first."""
    stored, new = snapshot.neighbours.get(note.uid, ()), (_as_neighbour(note, n) for n in earlier)
    near = {other.uid: other for other in (*stored, *new)}
    closeness = {uid: _closeness(note, other) for uid, other in near.items()}
    close = sorted((uid for uid in near if closeness[uid] >= 1.0), key=lambda uid: (-closeness[uid], uid))
    return [near[uid] for uid in close[:MAX_SUPPORTS]]


def _as_neighbour(note: Note, other: Note) -> Neighbour:
    similarity = None
    if note.vector is not None and other.vector is not None:
        similarity = float(note.vector @ other.vector)
    return Neighbour(uid=other.uid, terms=other.terms, similarity=similarity)


def _closeness(note: Note, other: Neighbour) -> float:
    """Similarity divided by its minimum: from 1 on, `other` may support the note."""
    if other.similarity is not None:
        return other.similarity / MIN_SIMILARITY
    own = set(note.terms.split())
    return len(own & set(other.terms.split())) / (MIN_SHARED_TERMS * len(own)) if own else 0.0


def _distinctive_terms(note: Note, turn: Turn, mentions: Iterable[ExtractedMention]) -> set[str]:
    """The terms of a note that a paraphrase cannot replace: its names and its numbers."""
    text = without_speaker(note.text, turn.speaker)
    names = [m.name for m in mentions if m.turn == turn.uid and m.name in text and m.name != turn.speaker]
    terms = {term for name in names for term in terms_of(name)}
    return terms | {term for term in terms_of(text) if any(c.isdigit() for c in term)}
