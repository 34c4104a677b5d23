"""Procedures: how something is done, as steps in their order, and how often people reported that it worked or failed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memgraph_core.language.pack import language_of
from memgraph_core.language.procedures import goal_of, is_precondition, outcome_of, steps_of
from memgraph_core.language.quoting import encoded_name
from memgraph_core.language.scripts import one_line
from memgraph_core.language.secrets import redacted
from memgraph_core.records.graph import Note, Turn, position_key
from memgraph_core.records.grouping import grouped
from memgraph_core.records.representation import beginning, short_repr, without_speaker

_MAX_TURNS_BEFORE = 6  # turns before a report in which its procedure was stated or used


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedure:
    """How something is done, as one turn describes it."""

    turn: str  # uid of the turn that describes it
    goal: str  # what it is for, if the turn names it: "bake bread"; else ""
    preconditions: tuple[str, ...]  # what must be done or true before, in the order of the text
    steps: tuple[str, ...]  # in the order of the text, without the preconditions
    notes: tuple[str, ...]  # uids
    speaker: str | None
    said_at: datetime | None
    language: str
    worked: tuple[str, ...] = ()  # uids of the turns that report success, in order of time
    failed: tuple[str, ...] = ()  # uids of the turns that report a failure, in order of time

    __repr__ = short_repr

    def text(self) -> str:
        """The procedure as text for a prompt: goal and outcomes, preconditions, and numbered steps."""
        words = _WORDS[self.language]
        counts = words["outcomes"].format(worked=len(self.worked), failed=len(self.failed))
        goal = encoded_name(self.goal or beginning(self.steps[0] if self.steps else self.preconditions[0]))
        lines = [f"{goal}{counts if self.worked or self.failed else ''}"]
        lines += [f"{words['before']}{one_line(text)}" for text in self.preconditions]
        return "\n".join([*lines, *(f"{n}. {one_line(text)}" for n, text in enumerate(self.steps, start=1))])

    def __str__(self) -> str:
        """The goal, or the beginning of the first step."""
        return self.text().splitlines()[0]


_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {"outcomes": " (worked: {worked}, failed: {failed})", "before": "Before: "},
    "zh": {"outcomes": "（成功{worked}次，失败{failed}次）", "before": "前提："},
}


def procedure_of(turn: Turn, notes: Sequence[Note]) -> Procedure | None:
    """The procedure that a turn describes: its notes from the first to the last procedural one, and preconditions, in their order.

    None if no note is procedural. A sentence with several steps is divided.
    """
    said = [(without_speaker(note.text, turn.speaker), note) for note in notes if note.kind != "vault"]
    said.sort(key=lambda pair: (turn.text.find(pair[0]), pair[1].uid))
    places = [place for place, (_, note) in enumerate(said) if note.kind == "procedural"]
    if not places:
        return None
    language = language_of(turn.text)
    chosen = [
        pair
        for place, pair in enumerate(said)
        if places[0] <= place <= places[-1] or is_precondition(pair[0], language)
    ]
    parts = [part for text, _ in chosen for part in steps_of(redacted(text), language)]
    goal = next((goal for text, _ in chosen if (goal := goal_of(redacted(text), language))), "")
    return Procedure(
        turn=turn.uid,
        goal=goal,
        preconditions=tuple(part for part in parts if is_precondition(part, language)),
        steps=tuple(part for part in parts if not is_precondition(part, language)),
        notes=tuple(note.uid for _, note in chosen),
        speaker=turn.speaker,
        said_at=turn.said_at,
        language=language if language in _WORDS else "en",
    )


def with_outcomes(procedures: Iterable[Procedure], turns: Iterable[Turn]) -> tuple[Procedure, ...]:
    """The procedures with the outcomes that turns of people report.

    A report such as "that worked" belongs to the procedure that a turn shortly before it, in the same session, stated or used.
    """
    known = {procedure.turn: procedure for procedure in procedures}
    sessions = grouped((turn.session, turn) for turn in sorted(turns, key=position_key))
    reports = [
        (turn, outcome, uid)
        for said in sessions.values()
        for place, turn in enumerate(said)
        if not turn.is_agent_generated
        and turn.uid not in known
        and (outcome := outcome_of(turn.text, language_of(turn.text))) is not None
        and (uid := _procedure_before(said[max(0, place - _MAX_TURNS_BEFORE) : place], known)) is not None
    ]
    reports.sort(key=lambda each: (each[0].at is None, each[0].at, each[0].uid))
    for turn, outcome, uid in reports:
        found = known[uid]
        known[uid] = (
            replace(found, worked=(*found.worked, turn.uid))
            if outcome == "worked"
            else replace(found, failed=(*found.failed, turn.uid))
        )
    return tuple(known.values())


def _procedure_before(turns: Sequence[Turn], known: Mapping[str, Procedure]) -> str | None:
    """The uid of the procedure that the last of these turns stated or used."""
    for turn in reversed(turns):
        for uid in (turn.uid, *turn.used):
            if uid in known:
                return uid
    return None
