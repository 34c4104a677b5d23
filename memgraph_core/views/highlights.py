"""Sentences that a profile quotes beside its lines, which state nothing or little of them. They claim nothing.

Of what somebody said: sentences worth keeping. Of an entity with few lines also: sentences of others that begin with its name.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from memgraph_core.language.assertions import UnassertedParts
from memgraph_core.language.later_end import says_begins, says_over
from memgraph_core.language.noteworthy import worth_of
from memgraph_core.language.pack import language_of
from memgraph_core.language.reference import begins_with_name
from memgraph_core.language.secrets import redacted
from memgraph_core.language.sentences import sentences_of
from memgraph_core.language.shown import asks_or_supposes, is_report
from memgraph_core.language.stating.acts import speech_act_of
from memgraph_core.language.terms import stop_words, term_set
from memgraph_core.language.vocabulary import relation_of
from memgraph_core.records.graph import Entity, Fact, Note, Turn
from memgraph_core.records.kinds import AGENT_GENERATED
from memgraph_core.records.representation import short_repr, without_speaker
from memgraph_core.records.validation import EARLIEST
from memgraph_core.views.claims import MAX_QUOTED, Claim, Said, Sources

_MAX_OWN = 50  # sentences of somebody
_LEAST_WORTH = 0.7  # of them; more than eight of ten such sentences are worth keeping
_MAX_OF_OTHERS = 3
_FEW_LINES = 4  # an entity with more lines needs no sentences of others
# A sentence that lines state in part is quoted too if they leave out so many of its terms, and more than this share of them.
_MUCH, _UNSTATED_SHARE = 4, 0.6
# The beginning of a sentence that is about something in the sentence before.
_REFERS_BACK = re.compile(
    r"(?:he|she|they|it|his|her|their|its|that|this|these|those)\b|[他她它这那]", re.IGNORECASE
)

_Shown = Sequence[tuple[Fact, Claim]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Highlight:
    """A quoted sentence, or several that follow each other in a message."""

    said: Said
    turn: str  # uid
    worth: float  # the probability that it is worth keeping

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class _Piece:
    """The sentence `text[start:end]` of a turn, which has no secrets."""

    turn: Turn
    text: str
    start: int
    end: int
    worth: float

    @property
    def quoted(self) -> str:
        return self.text[self.start : self.end]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """What an entity said: its newest messages, and all notes that were made from them."""

    turns: Sequence[Turn] = ()
    notes: Sequence[Note] = ()


def highlights_of(
    entity: Entity,
    spoken: Spoken,
    notes: Sequence[Note],
    sources: Sources,
    shown: _Shown,
    facts: Sequence[Fact],
    at: datetime,
) -> tuple[Highlight, ...]:
    """The sentences that are quoted, newest first.

    `notes` are about the entity, `shown` is what the profile shows without highlights, and `facts` what was read.
    """
    quoted = [claim.said.text for _, claim in shown if not claim.is_stated]
    own = (
        _as_highlight(piece, entity) for piece in _joined(_own(spoken, _stated(shown, sources), quoted, at))
    )
    has_few_lines = len({claim.said.text for _, claim in shown}) <= _FEW_LINES
    of_others = _of_others(entity, notes, sources, quoted, facts, at) if has_few_lines else ()
    found = sorted((*own, *islice(of_others, _MAX_OF_OTHERS)), key=lambda each: each.said.at or EARLIEST)
    newest = {(each.said.text, each.said.speaker): each for each in found}  # if it was said on several days
    return tuple(sorted(newest.values(), key=lambda each: each.said.at or EARLIEST, reverse=True))


def _as_highlight(piece: _Piece, entity: Entity) -> Highlight:
    said = Said(text=piece.quoted, speaker=entity.name, at=piece.turn.at)
    return Highlight(said=said, turn=piece.turn.uid, worth=piece.worth)


def _own(
    spoken: Spoken,
    stated: Mapping[datetime | None, Sequence[tuple[str, frozenset[str]]]],
    quoted: Sequence[str],
    at: datetime,
) -> list[_Piece]:
    """The sentences most worth keeping, of those that the speaker asserts and of which the lines leave out much."""
    hidden = _hidden(spoken, at)
    pieces = (
        piece
        for turn in spoken.turns
        for piece in _worth_keeping(turn)
        if not any(_overlap(text, piece.quoted) for text in hidden[turn.uid])
        if not any(piece.quoted in text for text in quoted)
        if _says_more(piece.quoted, stated[turn.at])
    )
    return sorted(pieces, key=lambda piece: -piece.worth)[:_MAX_OWN]


def _worth_keeping(turn: Turn) -> Iterator[_Piece]:
    """The sentences of a message that are worth keeping; with the one before, if a pronoun refers to it."""
    text = redacted(turn.text)
    pieces = list(_pieces(turn, text))
    if not any(piece.worth >= _LEAST_WORTH for piece in pieces):
        return
    language = language_of(text)
    unasserted = UnassertedParts.of(text).overlap([(piece.start, piece.end) for piece in pieces])
    before: _Piece | None = None
    for piece, is_unasserted in zip(pieces, unasserted, strict=True):
        is_stated = not is_unasserted and speech_act_of(piece.quoted, language) == "statement"
        if is_stated and piece.worth >= _LEAST_WORTH and not asks_or_supposes(piece.quoted):
            whole = _both(before, piece) if before is not None and _REFERS_BACK.match(piece.quoted) else None
            if piece.end - piece.start <= MAX_QUOTED:
                yield whole or piece
        before = None if is_unasserted else piece


def _pieces(turn: Turn, text: str) -> Iterator[_Piece]:
    end = 0
    for sentence in sentences_of(text):
        start = text.find(sentence, end)
        end = start + len(sentence)
        yield _Piece(turn, text, start, end, worth_of(sentence))


def _joined(pieces: Iterable[_Piece]) -> Iterator[_Piece]:
    """The pieces in order of their turns; those that follow each other in a message are one, which is understood better."""
    last: _Piece | None = None
    for piece in sorted(pieces, key=lambda piece: (piece.turn.uid, piece.start)):
        both = _both(last, piece) if last is not None else None
        if last is not None and both is None:
            yield last
        last = both or piece
    if last is not None:
        yield last


def _both(one: _Piece, other: _Piece) -> _Piece | None:
    """Two pieces as one; None if other words are between them, or if it would be too long."""
    if one.turn.uid != other.turn.uid or any(sign.isalnum() for sign in one.text[one.end : other.start]):
        return None
    if max(one.end, other.end) - one.start > MAX_QUOTED:
        return None
    return _Piece(one.turn, one.text, one.start, max(one.end, other.end), max(one.worth, other.worth))


def _hidden(spoken: Spoken, at: datetime) -> Mapping[str, list[str]]:
    """Turn uid → the texts of its notes that are not quoted: sensitive, archived or corrected ones, and what is over."""
    speakers = {turn.uid: turn.speaker for turn in spoken.turns}
    found = defaultdict[str, list[str]](list)
    for note in spoken.notes:
        if note.kind == "vault" or note.state != "active" or _is_over(note, at):
            for uid in note.turns:
                found[uid].append(without_speaker(note.text, speakers.get(uid)))
    return found


def _stated(shown: _Shown, sources: Sources) -> Mapping[datetime | None, list[tuple[str, frozenset[str]]]]:
    """When it was said → each sentence from which a line was made, and the terms that the line states."""
    found = defaultdict[datetime | None, list[tuple[str, frozenset[str]]]](list)
    for fact, _ in shown:
        terms = term_set(f"{sources.subject(fact)} {sources.object(fact)}")
        for said in sources.said(fact):
            found[said.at].append((said.text, terms))
    return found


def _says_more(sentence: str, stated: Sequence[tuple[str, frozenset[str]]]) -> bool:
    """Whether a sentence says much more than what lines state of it."""
    terms = [terms for text, terms in stated if _overlap(text, sentence)]
    if not terms:
        return True
    content = term_set(sentence) - stop_words()
    new = content.difference(*terms)
    return len(new) >= _MUCH and len(new) > _UNSTATED_SHARE * len(content)


def _overlap(text: str, sentence: str) -> bool:
    """Whether one of two texts contains the other."""
    return sentence in text or text in sentence


def _of_others(
    entity: Entity,
    notes: Sequence[Note],
    sources: Sources,
    quoted: Sequence[str],
    facts: Sequence[Fact],
    at: datetime,
) -> Iterator[Highlight]:
    """The sentences of others that begin with a name of the entity, newest first; of which nothing was read, or that it died."""
    stated = {uid for fact in facts if not relation_of(fact.type).open for uid in fact.notes}
    for note in sorted(notes, key=lambda note: (note.said_at is not None, note.said_at), reverse=True):
        said = sources.quoted(note)
        if note.trust in AGENT_GENERATED or said is None or said.speaker in (None, entity.name):
            continue
        is_death = says_over("HAS_PET", entity.name, said.text, (), note.said_at, at)
        is_free = note.uid not in stated and is_report(said.text)
        is_about = is_death or (is_free and begins_with_name(said.text, entity.name))
        is_new = len(said.text) <= MAX_QUOTED and not any(said.text in text for text in quoted)
        if is_about and is_new and not _is_over(note, at):
            plain = Said(text=said.text, speaker=said.speaker, at=said.at)
            yield Highlight(said=plain, turn=note.turns[0], worth=worth_of(said.text))


def _is_over(note: Note, at: datetime) -> bool:
    """Whether a note announced something whose time is over: an appointment, a trip."""
    if note.said_at is None or note.holds_from is None or note.recurs is not None:
        return False
    return not says_begins(note.text) and note.said_at < note.holds_from <= at
