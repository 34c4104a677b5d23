"""What was logged → what an extractor reads: turns that wait, with what stands before them."""

from memgraph_core.types import Turn
from memgraph_core.writes import Logged, Window


def window_of(logged: Logged) -> Window:
    """The pending turns, and as context what stands before them in their sessions, given now or logged before.

    Agents hand over a growing history again and again: its older turns are context, not news.
    """
    fresh = tuple(t for t in logged.turns if t.state == "pending")
    first = {t.session: _place(t) for t in sorted(fresh, key=_place, reverse=True)}
    done = [t for t in logged.turns if t.state != "pending"]
    before = [t for t in (*logged.before, *done) if t.session in first and _place(t) < first[t.session]]
    ordered = sorted({t.uid: t for t in before}.values(), key=lambda t: (t.session, _place(t), t.uid))
    return Window(
        turns=fresh,
        before=tuple(ordered),
        entities=logged.entities,
        candidates=logged.candidates,
        spent=logged.spent,
    )


def _place(turn: Turn) -> int:
    return turn.position or 0
