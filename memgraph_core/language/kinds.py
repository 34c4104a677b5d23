"""Which kind of note a statement makes: what happened, what holds, how something is done, or what must stay shut."""

from memgraph_core.language.pack import pack_of
from memgraph_core.records.kinds import NoteKind

_SEEN = 600  # characters that show the kind


def kind_of(
    text: str, language: str, *, has_fact: bool, is_plan: bool = False, has_secret: bool = False
) -> NoteKind:
    """The kind of a statement: `vault` for a secret, `procedural` for how something is done, `semantic` for what
    holds beyond a moment (a fact, a habit, a taste), else `episodic`: what happened or is planned.
    """
    if has_secret:
        return "vault"
    pack = pack_of(language)
    seen = pack.plain(text[:_SEEN])
    if pack.tells_how(seen):
        return "procedural"
    if is_plan:
        return "episodic"
    return "semantic" if has_fact or pack.lasts(seen) else "episodic"
