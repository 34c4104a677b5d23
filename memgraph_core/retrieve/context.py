"""Hits → text for a prompt, within a token budget: dated, grouped by session, each line with its source."""

from collections.abc import Sequence

from memgraph_core.language.scripts import one_line
from memgraph_core.language.sizes import estimated_tokens, thirds_of_tokens
from memgraph_core.reads import Context, Hit, Step
from memgraph_core.types import ASIDE, Fact

_NOTHING = "Nothing in memory speaks of this."
# Below this support of every hit the question is about something that memory does not hold. Of 125 questions
# that could be answered one fell below; of six about things never spoken of, all.
_SILENT = 0.05


def context_of(question: str, hits: Sequence[Hit], budget: int) -> Context:
    """The text of as many hits as fit the budget, best first taken, then told in the order of time.

    When no hit supports what is asked, the text says so. A hit that does not fit is passed over for a smaller
    one after it; when none fits, the text is empty. Memory is quoted as data: control signs are removed and a
    line never spans several.
    """
    if all(hit.support < _SILENT for hit in hits):
        hits = ()
    taken: list[tuple[Hit, str]] = []
    used, headings = 0, set[str]()
    for hit in hits:
        line, heading = line_of(hit), _heading(hit)
        size = thirds_of_tokens(f"- {line}") + (thirds_of_tokens(heading) if heading not in headings else 0)
        if used + size <= 3 * budget:
            taken.append((hit, line))
            headings.add(heading)
            used += size
    text = _told(taken) if hits else _NOTHING
    return Context(
        question=question,
        text=text,
        hits=tuple(hit for hit, _ in taken),
        turns=tuple(dict.fromkeys(uid for hit, _ in taken for uid in hit.turns)),
        tokens=estimated_tokens(text),
    )


def line_of(hit: Hit) -> str:
    """One hit as one line: its source, how it was reached, what is known to have ended; then its words.

    What memory says of a turn stands before it, so that no turn can pretend to be from elsewhere, or in force.
    """
    said, speaker = one_line(hit.text), one_line(hit.speaker or "")
    if speaker and not said.startswith(f"{speaker}:"):
        said = f"{speaker}: {said}"
    notes = [_ending(fact) for fact in hit.facts if fact.holds_until is not None]
    if hit.trust in ASIDE:
        notes.append(f"{hit.trust}, not said by a person")
    if via := via_of(hit.path):
        notes.append(f"via {via}")
    sources = ", ".join(one_line(uid) for uid in hit.turns)
    return f"[{'; '.join(dict.fromkeys([sources, *notes]))}] {said}"


def via_of(path: Sequence[Step]) -> str:
    """The entities on the way to a hit, joined by arrows; empty for a direct one."""
    names = [one_line(step.text) for step in path if step.label == "Entity"]
    return " → ".join(names) if len(path) > 2 else ""


def _ending(fact: Fact) -> str:
    until = fact.holds_until.date().isoformat() if fact.holds_until else ""
    return f"{fact.type.replace('_', ' ').lower()}: ended by {until}"


def _told(taken: Sequence[tuple[Hit, str]]) -> str:
    """Lines under a heading per day and session, in time order; what has no time under its session."""
    groups: dict[str, list[str]] = {}
    ordered = sorted(taken, key=lambda pair: _when(pair[0]))
    for hit, line in ordered:
        groups.setdefault(_heading(hit), []).append(f"- {line}")
    return "\n".join("\n".join([heading, *lines]) for heading, lines in groups.items())


def _when(hit: Hit) -> tuple[bool, str, tuple[str, ...]]:
    return hit.said_at is None, hit.said_at.isoformat() if hit.said_at else hit.session, hit.turns


def _heading(hit: Hit) -> str:
    session = one_line(hit.session)
    return f"{hit.said_at.date().isoformat()} · {session}" if hit.said_at else session
