"""The kind of note that a statement becomes: `episodic`, `semantic`, `procedural`, `resource` or `vault`."""

from memgraph_core.language.pack import pack_of
from memgraph_core.records.kinds import NoteKind

_MAX_LENGTH = 600  # characters that are searched for cues


def kind_of(
    text: str,
    language: str,
    *,
    has_fact: bool,
    is_plan: bool = False,
    has_secret: bool = False,
    is_document: bool = False,
) -> NoteKind:
    """The kind of note for a statement.

    `vault` for a secret. `procedural` for a description of how something is done. `resource` for any other statement of a
    document. `semantic` for something that holds for a long time (a fact, a habit, a preference). `episodic` for an event or
    a plan.
    """
    if has_secret:
        return "vault"
    pack = pack_of(language)
    beginning = pack.plain(text[:_MAX_LENGTH])
    if pack.tells_how(beginning):
        return "procedural"
    if is_document:
        return "resource"
    if is_plan:
        return "episodic"
    return "semantic" if has_fact or pack.lasts(beginning) else "episodic"
