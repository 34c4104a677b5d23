"""Sentences that a profile quotes although no fact was read from them: they claim nothing.

Of what somebody said: sentences worth keeping. Of an entity with few lines also: sentences of others that begin with its name.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memgraph_core.language.assertions import UnassertedParts
from memgraph_core.language.later_end import says_begins, says_over
from memgraph_core.language.noteworthy import worth_of
from memgraph_core.language.reference import begins_with_name
from memgraph_core.language.shown import asks_or_supposes, is_report
from memgraph_core.language.terms import stop_words, term_set
from memgraph_core.language.vocabulary import relation_of
from memgraph_core.records.graph import Entity, Fact, Note
from memgraph_core.records.kinds import AGENT_GENERATED
from memgraph_core.records.representation import short_repr
from memgraph_core.records.validation import EARLIEST
from memgraph_core.views.claims import Claim, Said, Sources

_MAX_OWN = 50  # sentences of somebody
_LEAST_WORTH = 0.6  # of them; eight of ten such sentences are worth keeping
_MAX_OF_OTHERS = 3
_FEW_LINES = 4  # an entity with more lines needs no sentences of others
_MAX_QUOTED = 240  # characters
_MAX_RATED = 150  # notes of which the best are quoted
# Terms of a sentence that no line states: their number and their share, from which on the sentence is quoted too.
_MUCH, _UNSTATED_SHARE = 4, 0.6
_COLON = ": "  # after the speaker of a note


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """A quoted sentence, or several that follow each other in a message."""

    said: Said
    notes: tuple[str, ...]  # uids of the notes that were made from it
    worth: float  # the probability that it is worth keeping

    __repr__ = short_repr


def worth_quoting(notes: Sequence[Note]) -> dict[str, float]:
    """The notes that are most worth keeping, and their worth: note uid → probability. At most 150, the best first."""
    rated = {
        note.uid: worth_of(note.text.partition(_COLON)[2] or note.text)
        for note in notes
        if note.trust not in AGENT_GENERATED
    }
    best = sorted(rated.items(), key=lambda pair: (-pair[1], pair[0]))[:_MAX_RATED]
    return {uid: worth for uid, worth in best if worth >= _LEAST_WORTH}


def remarks_of(
    entity: Entity,
    notes: Sequence[Note],
    worth: Mapping[str, float],
    sources: Sources,
    shown: Sequence[tuple[Fact, Claim]],
    facts: Sequence[Fact],
    at: datetime,
) -> tuple[Remark, ...]:
    """The sentences that are quoted, newest first.

    `worth` has the notes that are worth keeping, `shown` what the profile shows without them, and `facts` what was read.
    """
    new = [note for note in notes if not _is_over(note, at)]
    own = _joined(_own(entity, new, worth, sources, shown))
    of_others = _of_others(entity, new, sources, shown, facts, at)
    found = {remark.said: remark for remark in (*own, *of_others)}
    return tuple(
        replace(remark, said=replace(remark.said, turn=""))
        for remark in sorted(found.values(), key=lambda remark: _place(remark, is_newest_first=True))
    )


def _own(
    entity: Entity,
    notes: Iterable[Note],
    worth: Mapping[str, float],
    sources: Sources,
    shown: Sequence[tuple[Fact, Claim]],
) -> Iterator[Remark]:
    """What the entity itself said that is worth keeping, the best first: sentences that it asserts and that no line shows."""
    stated = _stated_terms(shown, sources)
    candidates = sorted((note for note in notes if note.uid in worth), key=lambda note: -worth[note.uid])
    count = 0
    for note in candidates:
        said = sources.quoted(note)
        if said is None or said.speaker != entity.name or _is_quoted(said, shown):
            continue
        if note.uid in stated and not _says_more(said, stated[note.uid]):
            continue
        if len(said.text) <= _MAX_QUOTED and _is_asserted(said):
            yield Remark(said=said, notes=(note.uid,), worth=worth[note.uid])
            count += 1
        if count == _MAX_OWN:
            return


def _joined(remarks: Iterable[Remark]) -> Iterator[Remark]:
    """The remarks; sentences that follow each other in a message are one remark, which is understood better."""
    last: Remark | None = None
    for remark in sorted(remarks, key=_place):
        both = _both(last, remark) if last is not None else None
        if last is not None and both is None:
            yield last
        last = both or remark
    if last is not None:
        yield last


def _both(one: Remark, other: Remark) -> Remark | None:
    """Two remarks as one; None if other words are between them, or if it would be too long."""
    said, turn = one.said, one.said.turn
    if (turn, said.at) != (other.said.turn, other.said.at):
        return None
    start, end = turn.find(said.text), turn.find(other.said.text) + len(other.said.text)
    between = turn[start + len(said.text) : end - len(other.said.text)]
    if end - start > _MAX_QUOTED or any(sign.isalnum() for sign in between):
        return None
    text = turn[start:end]
    return Remark(
        said=replace(said, text=text), notes=(*one.notes, *other.notes), worth=max(one.worth, other.worth)
    )


def _place(remark: Remark, *, is_newest_first: bool = False) -> tuple[float, str, int]:
    """When and where a sentence was said."""
    said = remark.said
    time = (said.at or EARLIEST).timestamp()
    return -time if is_newest_first else time, said.turn, said.turn.find(said.text)


def _of_others(
    entity: Entity,
    notes: Sequence[Note],
    sources: Sources,
    shown: Sequence[tuple[Fact, Claim]],
    facts: Sequence[Fact],
    at: datetime,
) -> Iterator[Remark]:
    """The newest sentences of others that begin with a name of the entity; those of which nothing was read, or that it died."""
    if len({claim.said.text for _, claim in shown}) > _FEW_LINES:
        return
    stated = {uid for fact in facts if not relation_of(fact.type).open for uid in fact.notes}
    count = 0
    for note in sorted(notes, key=lambda note: (note.said_at is not None, note.said_at), reverse=True):
        said = sources.quoted(note)
        if note.trust in AGENT_GENERATED or said is None or said.speaker in (None, entity.name):
            continue
        is_death = says_over("HAS_PET", entity.name, said.text, (), note.said_at, at)
        is_free = note.uid not in stated and is_report(said.text)
        is_about = is_death or (is_free and begins_with_name(said.text, entity.name))
        if is_about and len(said.text) <= _MAX_QUOTED and not _is_quoted(said, shown):
            yield Remark(said=said, notes=(note.uid,), worth=worth_of(said.text))
            count += 1
        if count == _MAX_OF_OTHERS:
            return


def _stated_terms(shown: Sequence[tuple[Fact, Claim]], sources: Sources) -> Mapping[str, set[str]]:
    """Note uid → the terms of its sentence that lines state."""
    found = defaultdict[str, set[str]](set)
    for fact, _ in shown:
        for uid in fact.notes:
            found[uid] |= term_set(f"{sources.subject(fact)} {sources.object(fact)}")
    return found


def _says_more(said: Said, stated: Collection[str]) -> bool:
    """Whether a sentence says much more than what lines state of it."""
    content = term_set(said.text) - stop_words()
    new = content - set(stated)
    return len(new) >= _MUCH and len(new) > _UNSTATED_SHARE * len(content)


def _is_quoted(said: Said, shown: Sequence[tuple[Fact, Claim]]) -> bool:
    return any(not claim.is_stated and said.text in claim.said.text for _, claim in shown)


def _is_asserted(said: Said) -> bool:
    """Whether the speaker asserts a sentence: no question, no supposition, no part of a quoted or invented text."""
    start = said.turn.find(said.text)
    (is_unasserted,) = UnassertedParts.of(said.turn).overlap([(start, start + len(said.text))])
    return not (is_unasserted or asks_or_supposes(said.text))


def _is_over(note: Note, at: datetime) -> bool:
    """Whether a note announced something whose time is over: an appointment, a trip."""
    if note.said_at is None or note.holds_from is None or note.recurs is not None:
        return False
    return not says_begins(note.text) and note.said_at < note.holds_from <= at
