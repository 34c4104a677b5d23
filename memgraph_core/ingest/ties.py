"""Named ties between notes: what a model tells of new notes and of candidates."""

from memgraph_core.ingest.draft import Draft, note_uid
from memgraph_core.types import Link
from memgraph_core.writes import ExtractedLink


def links_told(draft: Draft) -> tuple[Link, ...]:
    """The ties that the extraction tells, by a, b and reason. One from or to a note that is neither new nor a candidate,
    or from a note to itself, is left out; of the same tie told twice the stronger counts.
    """
    new = {note.uid for note in draft.notes}
    ends = new | {note.uid for note in draft.window.candidates}
    found: dict[tuple[str, str, str], Link] = {}
    for told in draft.extraction.links:
        link = _link(draft, told)
        key = (link.a, link.b, link.reason)
        if link.a in new and link.b in ends and link.a != link.b and _weight(found.get(key)) < link.weight:
            found[key] = link
    return tuple(found[key] for key in sorted(found))


def _link(draft: Draft, told: ExtractedLink) -> Link:
    by = draft.extraction.extractor
    to = told.to if isinstance(told.to, str) else note_uid(draft.namespace, told.to[0], by, told.to[1])
    weight = min(max(told.weight, 0.0), 1.0)
    return Link(note_uid(draft.namespace, told.turn, by, told.ordinal), to, told.reason, weight)


def _weight(link: Link | None) -> float:
    return link.weight if link else -1.0
