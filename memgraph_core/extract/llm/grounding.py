"""The grounds of a model's answer about an extraction window, and the stance of the statement that a note repeats.

A word that occurs only in an older note is not accepted: a note with it would still contain the word after the older
note is forgotten.
"""

from collections.abc import Sequence

from memgraph_core.language.grounds import Grounds, grounds_in, intervals_in
from memgraph_core.language.pack import language_of
from memgraph_core.language.sentences import statements_of
from memgraph_core.language.stance import PART, Stance, stance_of
from memgraph_core.language.terms import terms_of
from memgraph_core.language.timing.intervals import day
from memgraph_core.records.extraction import ExtractionWindow
from memgraph_core.records.graph import Note, Turn


def grounds_of(window: ExtractionWindow, candidates: Sequence[Note]) -> Grounds:
    """The grounds of a window. `candidates` are the older notes in the prompt."""
    turns = (*window.preceding, *window.turns)
    return grounds_in(
        "\n".join(_full_text(turn) for turn in turns),
        times=(time for turn in turns for time in intervals_in(turn.text, turn.at)),
        days=(day(turn.said_at) for turn in turns if turn.said_at),
        speakers=(turn.speaker for turn in turns if turn.speaker),
        foreign_text="\n".join(_words_of_note(note) for note in candidates),
    )


def grounds_with_note(grounds: Grounds, note: Note, candidates: Sequence[Note]) -> Grounds:
    """The grounds for an improvement of an older note: those of the window and the note's own words."""
    others = (_words_of_note(other) for other in candidates if other.uid != note.uid)
    return grounds.extended(_words_of_note(note), "\n".join(others))


def source_stance(text: str, turn: Turn) -> frozenset[Stance]:
    """The stance of the statement of a turn that shares the most words with a text.

    A denial applies to a part of that statement, the other stances to its whole sentence: "If I get the job, I will move."
    """
    words = frozenset(terms_of(text))
    statements = statements_of(turn.text, language_of(turn.text))
    if not statements:
        return stance_of(turn.text)

    def shared(part: str) -> int:
        return len(words & frozenset(terms_of(part)))

    best = max(statements, key=lambda statement: shared(statement.text))
    start, end = best.sentence
    part = max(PART.split(best.text), key=shared)
    return (stance_of(turn.text[start:end]) - {"denied"}) | (stance_of(part) & {"denied"})


def _full_text(turn: Turn) -> str:
    speaker = turn.session if turn.is_document else turn.speaker or turn.role
    return f"{speaker}: {turn.text} {turn.caption or ''}"


def _words_of_note(note: Note) -> str:
    return " ".join([note.text, note.context, *note.keywords, *note.tags])
